import Postgres
import TestSupport
import Testing

/// What PostgreSQL itself makes of our binary forms is the oracle: each value is sent in binary, compared by the server with the same value
/// written as text, and read back.
@Suite("Binary forms")
struct CodecTests {
  /// A generator that gives the same numbers at each run.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  @Test(
    "integers, floats, texts, bytes, uuids and instants come back as they went, at the ends of their ranges too"
  )
  func scalars() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      var random = Seeded(state: 1)
      let texts = ["", "a", "größer 😀", "line\nbreak\ttab", "'\"\\", String(repeating: "x", count: 100_000)]
      for index in 0..<300 {
        let (small, medium) = (
          Int16.random(in: .min ... .max, using: &random), Int32.random(in: .min ... .max, using: &random)
        )
        let large =
          index == 0 ? Int64.min : index == 1 ? .max : Int64.random(in: .min ... .max, using: &random)
        let double =
          index == 0
          ? -Double.infinity : Double(bitPattern: UInt64.random(in: 0...0x7FEF << 48, using: &random))
        // From 4713 BC to 294276, all that PostgreSQL knows.
        let instant = Int64.random(in: -210_866_803_200_000_000...9_224_318_015_999_999, using: &random)
        let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        let (high, low) = (random.next(), random.next())
        let text = texts[index % texts.count]
        let row = try connection.execute(
          """
          SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9,
            $1::text, $2::text, $3::text, encode($6, 'hex'), replace($7::text, '-', ''), octet_length($5),
            round(extract(epoch from $8) * 1000000)::text
          """,
          [
            .int16(small), .int32(medium), .int64(large), .float8(double), .text(text), .bytes(bytes),
            .uuid(high: high, low: low), .timestamptz(microsecondsSince1970: instant), .bool(index % 2 == 0),
          ]
        ).single()
        #expect(try row.int16(0) == small)
        #expect(try row.int32(1) == medium)
        #expect(try row.int64(2) == large)
        #expect(try row.float8(3) == double)
        #expect(try row.text(4) == text)
        #expect(try row.bytes(5) == bytes)
        #expect(try row.uuid(6) == UUIDBits(high: high, low: low))
        #expect(try row.timestamp(7) == instant)
        #expect(try row.bool(8) == (index % 2 == 0))
        #expect(try row.text(9) == "\(small)")
        #expect(try row.text(10) == "\(medium)")
        #expect(try row.text(11) == "\(large)")
        #expect(try row.text(12) == hex(bytes))
        #expect(try row.text(13) == hex(high) + hex(low))
        #expect(try row.int32(14) == Int32(text.utf8.count))
        #expect(try row.text(15) == "\(instant)")
      }
    }
  }

  @Test("infinite instants are the ends of the range")
  func infinity() throws {
    try TestDatabase.withDatabase { database in
      let row = try database.connect().execute(
        "SELECT $1::text, $2::text, 'infinity'::timestamptz, '-infinity'::timestamptz",
        [.timestamptz(microsecondsSince1970: .max), .timestamptz(microsecondsSince1970: .min)]
      ).single()
      #expect(try row.text(0) == "infinity")
      #expect(try row.text(1) == "-infinity")
      #expect(try row.timestamp(2) == .max)
      #expect(try row.timestamp(3) == .min)
    }
  }

  @Test("arrays of every type come back as they went, with nulls and empty", arguments: [0, 1, 2, 7, 1000])
  func arrays(count: Int) throws {
    try TestDatabase.withDatabase { database in
      var random = Seeded(state: UInt64(count))
      func list<Value>(_ make: () -> Value) -> [Value?] {
        (0..<count).map { $0 % 5 == 3 ? nil : make() }
      }
      let small = list { Int16.random(in: .min ... .max, using: &random) }
      let medium = list { Int32.random(in: .min ... .max, using: &random) }
      let large = list { Int64.random(in: .min ... .max, using: &random) }
      let texts = list { random.next() % 4 == 0 ? "" : "té\"xt,{}\(random.next())" }
      let flags = list { Bool.random(using: &random) }
      let uuids = list { UUIDBits(high: random.next(), low: random.next()) }
      let instants = list { Int64.random(in: -10_000_000_000_000...10_000_000_000_000, using: &random) }
      let bytes = list {
        [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: Int(random.next() % 50))
      }
      let row = try database.connect().execute(
        """
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, cardinality($1), (SELECT count(*) FROM unnest($4) AS t WHERE t IS NULL)
        """,
        [
          .int16Array(small), .int32Array(medium), .int64Array(large), .textArray(texts), .boolArray(flags),
          .uuidArray(uuids), .timestamptzArray(instants), .bytesArray(bytes),
        ]
      ).single()
      #expect(try row.int16Array(0) == small)
      #expect(try row.int32Array(1) == medium)
      #expect(try row.int64Array(2) == large)
      #expect(try row.textArray(3) == texts)
      #expect(try row.boolArray(4) == flags)
      #expect(try row.uuidArray(5) == uuids)
      #expect(try row.timestampArray(6) == instants)
      #expect(try row.bytesArray(7) == bytes)
      #expect(try row.int32(8) == Int32(count))
      #expect(try row.int64(9) == Int64(texts.filter { $0 == nil }.count))
    }
  }

  @Test("a builder is filled again and again, from strings, arrays, slices and raw memory")
  func builders() throws {
    try TestDatabase.withDatabase { database in
      let connection = try database.connect()
      var texts = TextArrayBuilder(capacity: 4)
      var bytes = BytesArrayBuilder()
      let source = Array("xhellox".utf8)
      for round in 1...3 {
        texts.removeAll()
        bytes.removeAll()
        for _ in 0..<round {
          texts.append("hello")
          texts.append(source[1..<6])
          source.withUnsafeBytes { texts.append(UnsafeRawBufferPointer(rebasing: $0[1..<6])) }
          texts.appendNull()
          bytes.append(source[1..<6])
          bytes.append([])
        }
        let row = try connection.execute("SELECT $1, $2", [texts.finish(), bytes.finish()]).single()
        let expected = [[String?]](repeating: ["hello", "hello", "hello", nil], count: round).flatMap { $0 }
        #expect(try row.textArray(0) == expected)
        #expect(try row.bytesArray(1)?.count == round * 2)
        #expect(texts.count == round * 4)
      }
    }
  }

  @Test("values long and short, null and empty, keep their places")
  func manyParameters() throws {
    try TestDatabase.withDatabase { database in
      let long = String(repeating: "l", count: 70_000)
      let parameters: [Parameter] = [
        .text(""), .text(long), .null(.text), .text("b"), .bytes([]), .text(long + "!"), .null(.bytea),
        .text("z"),
      ]
      let row = try database.connect().execute("SELECT $1, $2, $3, $4, $5, $6, $7, $8", parameters).single()
      #expect(try row.text(0) == "")
      #expect(try row.text(1) == long)
      #expect(try row.isNull(2))
      #expect(try row.text(3) == "b")
      #expect(try row.bytes(4) == [])
      #expect(try row.text(5) == long + "!")
      #expect(try row.isNull(6))
      #expect(try row.text(7) == "z")
    }
  }

  func hex(_ bytes: [UInt8]) -> String { bytes.map { hex(UInt64($0), 2) }.joined() }

  func hex(_ value: UInt64, _ width: Int = 16) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: width - digits.count) + digits
  }

  @Test("an array without some of its elements is the array of the others", arguments: 0..<40)
  func remove(seed: UInt64) {
    var random = Seeded(state: seed)
    let values: [[UInt8]?] = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      Int.random(in: 0..<5, using: &random) == 0
        ? nil
        : [UInt8](
          repeating: UInt8.random(in: 0...255, using: &random), count: Int.random(in: 0...9, using: &random))
    }
    let dropped = values.indices.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let build = { (values: [[UInt8]?]) in
      var builder = BytesArrayBuilder()
      for value in values { if let value { builder.append(value) } else { builder.appendNull() } }
      return builder
    }
    var builder = build(values)
    builder.remove(at: dropped)
    var expected = build(values.indices.filter { !dropped.contains($0) }.map { values[$0] })
    #expect(builder.count == expected.count)
    #expect(builder.finish() == expected.finish())
    builder.append([1, 2])
    expected.append([1, 2])
    #expect(builder.finish() == expected.finish())
  }
}
