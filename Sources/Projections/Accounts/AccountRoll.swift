import Compliance
import MAMEvents
import Postgres

/// Calls the roll of a log's accounts by the UTF-8 bytes of their names, page by page.
///
/// An object id comes as its GUID in lower case and an alias as `upn:NAME`, so all object ids come first. Aliases
/// whose name was erased come last, by number.
struct AccountRoll {
  private enum Place {
    case object(UUIDBits)
    case alias(after: String)
    case erased(from: Int32)
    case end
  }

  let connection: Connection
  let log: Int32
  private var place = Place.object(UUIDBits(high: 0, low: 0))

  init(connection: Connection, log: Int32) {
    self.connection = connection
    self.log = log
  }

  /// The next accounts, at most `count`; none at the end.
  mutating func next(_ count: Int) throws -> [AccountID] {
    var page: [AccountID] = []
    while page.count < count {
      let rest = Int64(count - page.count)
      switch place {
      case .object(let first):
        let rows = try connection.execute(
          AccountRollSQL.objects,
          [.int32(log), .uuid(high: first.high, low: first.low), .int64(rest)])
        page += try rows.map { AccountID(try $0.int32(0)) }
        let last = try rows.last?.uuid(1)
        place = rows.count < rest ? .alias(after: "") : last.flatMap(Self.successor) ?? .alias(after: "")
      case .alias(let name):
        let rows = try connection.execute(
          AccountRollSQL.aliases, [.int32(log), .text(name), .int64(rest)])
        page += try rows.map { AccountID(try $0.int32(0)) }
        let last = try rows.last?.text(1)
        place = rows.count < rest ? .erased(from: 0) : last.map { .alias(after: $0) } ?? .erased(from: 0)
      case .erased(let first):
        let rows = try connection.execute(AccountRollSQL.erased, [.int32(log), .int32(first), .int64(rest)])
        page += try rows.map { AccountID(try $0.int32(0)) }
        place = rows.count < rest ? .end : page.last.map { .erased(from: $0.rawValue + 1) } ?? .end
      case .end:
        return page
      }
    }
    return page
  }

  /// The place behind an object id; nil behind the greatest.
  private static func successor(of bits: UUIDBits) -> Place? {
    let (low, carry) = bits.low.addingReportingOverflow(1)
    let (high, overflow) = bits.high.addingReportingOverflow(carry ? 1 : 0)
    return overflow ? nil : .object(UUIDBits(high: high, low: low))
  }
}

enum AccountRollSQL {
  /// Object ids from one on.
  ///
  /// `$1` log, `$2` first object id, `$3` how many.
  static let objects = """
    SELECT account_id, object_id
    FROM audit.accounts
    WHERE log_id = $1 AND object_id >= $2
    ORDER BY object_id
    LIMIT $3
    """

  /// Aliases behind a name.
  ///
  /// `$1` log, `$2` UPN in lower case, `$3` how many.
  static let aliases = """
    SELECT account_id, upn_key
    FROM audit.accounts
    WHERE log_id = $1 AND upn_key > $2
    ORDER BY upn_key
    LIMIT $3
    """

  /// Aliases whose name was erased, from a number on.
  ///
  /// `$1` log, `$2` first number, `$3` how many.
  static let erased = """
    SELECT account_id
    FROM audit.accounts
    WHERE log_id = $1 AND account_id >= $2 AND object_id IS NULL AND upn_key IS NULL
    ORDER BY account_id
    LIMIT $3
    """
}
