import CLibpq

extension Connection {
  /// Runs `COPY (…) TO STDOUT (FORMAT binary)` and passes its rows on one by one, in constant memory.
  ///
  /// This is the fastest way to read many rows. COPY takes no parameters: `integers` are written into the statement where
  /// `$1` … stand, which is safe since they can be nothing but integers.
  ///
  /// - Parameters:
  ///   - sql: the COPY statement, with FORMAT binary.
  ///   - integers: what stands for `$1` ….
  ///   - row: called for each row; what it throws ends the COPY and is passed on.
  public func copyOut(
    _ sql: String, integers: [CopyInteger] = [], _ row: (borrowing CopyRow) throws -> Void
  ) throws {
    let statement = try CopyInteger.substitute(integers, in: sql)
    try begin(statement, expecting: PGRES_COPY_OUT)
    var isFirst = true
    let offsets = FieldOffsets()
    while true {
      var buffer: UnsafeMutablePointer<CChar>?
      let length = PQgetCopyData(pointer, &buffer, 0)
      if length == -1 { break }
      guard length >= 0, let buffer else {
        let error = PostgresError.connection(pointer)
        drain()
        throw error
      }
      defer { PQfreemem(buffer) }
      do {
        var message = UnsafeRawBufferPointer(start: buffer, count: Int(length))
        if isFirst {
          message = try CopyFormat.skipHeader(message)
          isFirst = false
          if message.isEmpty { continue }
        }
        if message.count == 2, message.bigEndian(Int16.self) == -1 { continue }
        try row(CopyRow(message, offsets: offsets))
      } catch {
        abandon()
        throw error
      }
    }
    try finishCopy()
  }

  /// Sends a COPY statement and checks that the server goes into the wanted direction.
  func begin(_ statement: String, expecting status: ExecStatusType) throws(PostgresError) {
    try canceller.admit()
    guard let result = PQexec(pointer, statement) else { throw PostgresError.connection(pointer) }
    guard PQresultStatus(result) == status else {
      PQclear(try checked(result))
      throw PostgresError(.invalidUse, "the statement is not a COPY in this direction")
    }
    let isBinary = PQbinaryTuples(result) == 1
    PQclear(result)
    guard isBinary else {
      abandon()
      throw PostgresError(.invalidUse, "the COPY is not in FORMAT binary")
    }
  }

  /// Reads the end of a COPY: the count of rows, or the error that the server kept until now.
  @discardableResult
  func finishCopy() throws(PostgresError) -> Int {
    var rows = 0
    var failure: PostgresError?
    while let result = PQgetResult(pointer) {
      do {
        let ended = try checked(result)
        rows = Int(String(cString: PQcmdTuples(ended))) ?? 0
        PQclear(ended)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return rows
  }
}

/// The binary COPY format's frame.
enum CopyFormat {
  /// What a binary COPY begins with: PGCOPY, a line feed, byte 255, a line end of DOS, NUL.
  static let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]

  /// The message without the header that stands in front of the first row.
  static func skipHeader(_ message: UnsafeRawBufferPointer) throws(PostgresError) -> UnsafeRawBufferPointer {
    let fixed = signature.count + 8
    guard message.count >= fixed, message.prefix(signature.count).elementsEqual(signature) else {
      throw PostgresError(.protocolViolation, "the COPY does not begin with the binary signature")
    }
    let end = fixed + Int(message.bigEndian(Int32.self, at: signature.count + 4))
    guard (fixed...message.count).contains(end) else {
      throw PostgresError(.protocolViolation, "the COPY header is malformed")
    }
    return UnsafeRawBufferPointer(rebasing: message[end...])
  }
}
