import CLibpq

extension ConnectionTarget {
  /// The same server and user, but another database.
  ///
  /// - Parameter name: the database's name, taken as it is.
  /// - Throws: `PostgresError` with code `connectionFailed` where the target is malformed.
  public func selecting(database name: String) throws(PostgresError) -> ConnectionTarget {
    var pairs: [(keyword: String, value: String)] = []
    if case .conninfo(let text) = self, text.contains("=") || text.contains("://") {
      var complaint: UnsafeMutablePointer<CChar>?
      guard let options = PQconninfoParse(text, &complaint) else {
        PQfreemem(complaint)
        throw PostgresError(.connectionFailed, "the connection string is malformed")
      }
      defer { PQconninfoFree(options) }
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          pairs.append((String(cString: keyword), String(cString: value)))
        }
        option += 1
      }
    }
    pairs.removeAll { $0.keyword == "dbname" }
    pairs.append(("dbname", name))
    return .conninfo(pairs.map { "\($0.keyword)='\(Self.escaped($0.value))'" }.joined(separator: " "))
  }

  private static func escaped(_ value: String) -> String {
    var escaped = ""
    for character in value.unicodeScalars {
      if character == "'" || character == "\\" { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(character)
    }
    return escaped
  }
}
