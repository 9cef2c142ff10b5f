import Foundation
import QueryCatalog

/// Query files of the user's own.
enum QueryFiles {
  /// Reads files, and all `.sql` files below folders.
  ///
  /// - Throws: ``Unreadable``.
  static func catalog(_ paths: [String]) throws(Unreadable) -> QueryCatalog {
    var files: [(path: String, bytes: [UInt8])] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw Unreadable(path: path)
      }
      let below = isFolder.boolValue ? FileManager.default.subpaths(atPath: path) ?? [] : []
      let found = isFolder.boolValue ? below.filter { $0.hasSuffix(".sql") }.map { "\(path)/\($0)" } : [path]
      for file in found {
        guard let data = FileManager.default.contents(atPath: file) else { throw Unreadable(path: file) }
        files.append((file, Array(data)))
      }
    }
    return QueryCatalog(files)
  }

  /// A file that is not there, or may not be read.
  struct Unreadable: Error, CustomStringConvertible {
    var path: String

    var description: String { "cannot read '\(path)': name a query file or a folder of them" }
  }
}
