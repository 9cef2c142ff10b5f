import MAMEvents
import Postgres
import QueryCatalog
import Rendering

extension Cell {
  /// A value of a result as output shows it.
  init(_ value: PostgresValue) {
    switch value {
    case .null: self = .null
    case .bool(let truth): self = .boolean(truth)
    case .int16(let number): self = .integer(Int64(number))
    case .int32(let number): self = .integer(Int64(number))
    case .int64(let number): self = .integer(number)
    case .oid(let number): self = .integer(Int64(number))
    case .float4(let number): self = Self.real(number)
    case .float8(let number): self = .real(number)
    case .numeric(let digits): self = .decimal(digits)
    case .text(let text), .inet(let text): self = .text(text)
    case .char(let byte): self = .text(String(Unicode.Scalar(byte)))
    case .bytes(let bytes): self = .text("\\x" + bytes.map(Self.hexadecimal).joined())
    case .uuid(let bits): self = .guid(GUID(high: bits.high, low: bits.low).text)
    case .timestamptz(let microseconds): self = .timestamp(microseconds)
    case .timestamp(let microseconds):
      // Without a zone it is no instant, so it is not shown as one.
      let text = CalendarText.machine(microseconds)
      self = .text(text.hasSuffix("Z") ? String(text.dropLast()) : text)
    case .date(let days): self = .date(days)
    case .time(let microseconds): self = .text(Self.timeOfDay(microseconds))
    case .interval(let months, let days, let microseconds):
      self = .text("\(months) mon \(days) d \(microseconds) µs")
    case .json(let json), .jsonb(let json): self = .json(json)
    case .array(let elements): self = Self.array(elements)
    case .unsupported(let type): self = .text("(a value of type \(type))")
    }
  }

  /// The shortest digits that mean the same `real`, as a `double precision` has more.
  private static func real(_ number: Float) -> Cell { .real(Double(number.description) ?? Double(number)) }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func timeOfDay(_ microseconds: Int64) -> String {
    // The first day of 1970 has the same times as any other.
    String(CalendarText.machine(microseconds).dropFirst("1970-01-01T".count).dropLast())
  }

  /// Texts as a list; an array of anything else, nulls among it, as JSON.
  private static func array(_ elements: [PostgresValue]) -> Cell {
    let texts = elements.compactMap { element -> String? in
      if case .text(let text) = element { return text }
      return nil
    }
    if texts.count == elements.count { return .list(texts) }
    return .json((try? JSONWriter.text { json in json.array(elements) { $0.cell(Cell($1)) } }) ?? "null")
  }
}

extension Column {
  /// A column as a query's header promises it.
  init(_ column: QueryHeader.Column) {
    let tones: [String: Style.Tone] = ["ok": .good, "alarm": .bad, "error": .bad, "skip": .faint]
    let isDuration = column.name.hasSuffix("_s") && Kind(column.type) == .integer
    self.init(
      column.name, Kind(column.type), unit: isDuration ? .seconds : nil,
      tones: column.name == "status" ? tones : [:])
  }
}

extension Column.Kind {
  /// What cells of a type of SQL hold.
  init(_ type: SQLType) {
    switch type {
    case .text, .bytea: self = .text
    case .uuid: self = .guid
    case .timestamptz: self = .timestamp
    case .date: self = .date
    case .boolean: self = .boolean
    case .smallint, .integer, .bigint: self = .integer
    case .numeric: self = .decimal
    case .json, .jsonb, .textArray: self = .json
    case .doublePrecision: self = .real
    }
  }
}
