import Rendering

/// What a writer of the format hands to its sink.
func render(
  _ format: OutputFormat, _ columns: [Column], _ rows: [[Cell]], _ ending: Ending = .complete,
  _ options: WriterOptions = WriterOptions()
) throws -> String {
  let box = Box()
  var writer = format.writer(options) { box.bytes += $0 }
  try writer.begin(columns)
  for row in rows { try writer.row(row) }
  try writer.end(ending)
  return String(decoding: box.bytes, as: UTF8.self)
}

final class Box {
  var bytes: [UInt8] = []
  var blocks: [Int] = []
}

let noon: Int64 = 1_773_576_000_000_000  // 2026-03-15T12:00:00Z
