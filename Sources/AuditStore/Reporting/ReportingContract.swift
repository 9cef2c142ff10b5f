import CEmbedded

/// What people who report can rely on: the views of the schema `reporting`, version 1, as this program ships them.
///
/// It is what `reporting.v1_catalog` says of a database at this program's schema, kept in the file `reporting-v1.tsv`
/// so that it can be read without a database, and so that no column changes unseen. `make reporting-contract` writes
/// the file anew.
public struct ReportingContract: Sendable, Hashable {
  /// A view of the schema.
  public struct View: Sendable, Hashable {
    /// Its name, as `v1_account`.
    public var name: String
    /// The number of the migration that brought it.
    public var since: Int
    /// What a row of it is.
    public var description: String
    /// Its columns, in their order.
    public var columns: [Column]
  }

  /// A column of a view.
  public struct Column: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its type, as PostgreSQL calls it in short.
    public var type: String
    /// What a number, a day or an instant counts in; nil where there is nothing to say.
    public var unit: String?
    /// The number of the migration that brought it.
    public var since: Int
    /// What it means.
    public var description: String
  }

  /// The views, by name.
  public let views: [View]

  /// The path of the file in the package.
  public static let path = "Sources/AuditStore/Reporting/reporting-v1.tsv"

  /// The contract that is compiled in.
  public static let embedded: ReportingContract = {
    for index in 0..<embedded_file_count() {
      let file = embedded_file(index)
      guard String(cString: file.path) == path else { continue }
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.length)
      return ReportingContract(String(decoding: bytes, as: UTF8.self))
    }
    return ReportingContract("")
  }()

  /// Reads the lines of the file: view, ordinal, column, type, unit, since and description, with tabs between.
  ///
  /// The line of a view itself comes before those of its columns; a line of another shape is passed over.
  public init(_ text: String) {
    var views: [View] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 7, let since = Int(fields[5]) else { continue }
      if fields[1] == "0" {
        views.append(View(name: fields[0], since: since, description: fields[6], columns: []))
      } else if views.last?.name == fields[0] {
        views[views.count - 1].columns.append(
          Column(
            name: fields[2], type: fields[3], unit: fields[4].isEmpty ? nil : fields[4], since: since,
            description: fields[6]))
      }
    }
    self.views = views
  }
}
