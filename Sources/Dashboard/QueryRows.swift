import Rendering

/// The rows that a stored query gave, with what is needed to ask it again.
public struct QueryRows: Sendable {
  /// The names of its columns.
  public var columns: [String]
  /// Its rows, each with as many cells as there are columns.
  public var cells: [[Cell]]
  /// The SHA-256 of the rows as `query run --format csv --raw` writes them, in hexadecimal digits.
  public var sha256: String

  /// Makes rows.
  public init(columns: [String], cells: [[Cell]], sha256: String = "") {
    self.columns = columns
    self.cells = cells
    self.sha256 = sha256
  }

  /// The rows, in order.
  var rows: [Row] { cells.map { Row(columns: columns, cells: $0) } }

  /// A row, read by the names of its columns.
  ///
  /// A column that is not there is a mistake of the page, not of the data: the names are checked by a test.
  struct Row {
    let columns: [String]
    let cells: [Cell]

    subscript(_ name: String) -> Cell {
      guard let index = columns.firstIndex(of: name) else {
        preconditionFailure("no column \(name) among \(columns.joined(separator: ", "))")
      }
      return cells[index]
    }

    func integer(_ name: String) -> Int64? {
      guard case .integer(let number) = self[name] else { return nil }
      return number
    }

    /// A count; 0 where there is none.
    func count(_ name: String) -> Int64 { integer(name) ?? 0 }

    func real(_ name: String) -> Double? {
      guard case .real(let number) = self[name] else { return nil }
      return number
    }

    func text(_ name: String) -> String? {
      switch self[name] {
      case .text(let text), .guid(let text): text
      default: nil
      }
    }

    func day(_ name: String) -> Int32? {
      guard case .date(let day) = self[name] else { return nil }
      return day
    }

    func instant(_ name: String) -> Int64? {
      guard case .timestamp(let microseconds) = self[name] else { return nil }
      return microseconds
    }

    func truth(_ name: String) -> Bool? {
      guard case .boolean(let truth) = self[name] else { return nil }
      return truth
    }
  }
}
