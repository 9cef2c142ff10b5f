import Hashing
import MAMEvents

extension Sample {
  /// The content hash of a line.
  static func hash(of line: String) throws -> Digest {
    var decoder = EventDecoder()
    return try decoder.decode(line).columns.contentHash
  }
}
