import Rendering
import Testing

@Suite("Amounts")
struct QuantityTests {
  @Test(
    "lengths of time in their two greatest units",
    arguments: [
      (0, "0 s"), (0.45, "0.4 s"), (1, "1 s"), (59.9, "59 s"), (60, "1 min"), (725, "12 min 5 s"),
      (3600, "1 h"),
      (3605, "1 h"), (273_600, "3 d 4 h"), (259_260, "3 d"), (-90, "-1 min 30 s"), (86_400_000, "1,000 d"),
      (.infinity, "forever"),
    ] as [(Double, String)])
  func durations(seconds: Double, text: String) {
    #expect(Quantity.duration(seconds: seconds) == text)
  }

  @Test("ages look back, and forward")
  func ages() {
    #expect(Quantity.age(of: noon - 273_600_000_000, at: noon) == "3 d 4 h ago")
    #expect(Quantity.age(of: noon + 300_000_000, at: noon) == "in 5 min")
    #expect(Quantity.age(of: noon, at: noon) == "now")
    #expect(Quantity.age(of: .min, at: .max).hasSuffix(" ago"))
  }

  @Test(
    "bytes in binary units",
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (1536, "1.5 KiB"), (10_240, "10 KiB"),
      (1_048_575, "1 MiB"),
      (20_971_520, "20 MiB"), (-1536, "-1.5 KiB"), (.max, "8 EiB"),
    ])
  func bytes(count: Int, text: String) {
    #expect(Quantity.bytes(count) == text)
  }

  @Test(
    "thousands are grouped",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"),
      (.min, "-9,223,372,036,854,775,808"),
    ])
  func grouped(number: Int, text: String) {
    #expect(Quantity.grouped(number) == text)
  }

  @Test(
    "dates of the proleptic Gregorian calendar",
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (19_782, "2024-02-29"),
      (-719_528, "0000-01-01"),
      (2_932_896, "9999-12-31"), (.max, "infinity"),
    ] as [(Int32, String)])
  func dates(days: Int32, text: String) {
    #expect(CalendarText.date(days) == text)
  }

  @Test("times before 1970 count back")
  func early() {
    #expect(CalendarText.machine(-1) == "1969-12-31T23:59:59.999999Z")
    #expect(CalendarText.human(-1_000_000, { _ in -12_600 }) == "1969-12-31T20:29:59-03:30")
  }
}

@Suite("Progress")
struct ProgressTests {
  @Test("shows share, rate and time left, as far as the line is wide")
  func known() {
    let bar = ProgressBar("ingest", unit: "events", done: 500_000, total: 2_000_000, seconds: 5)
    #expect(
      bar.line(width: 100)
        == "ingest  [#######-----------------------]  25 %  500,000 of 2,000,000  100,000 events/s  15 s left"
    )
    #expect(
      bar.line(width: 80)
        == "ingest  [###----------]  25 %  500,000 of 2,000,000  100,000 events/s  15 s left")
    #expect(bar.line(width: 60) == "ingest  25 %  500,000 of 2,000,000  100,000 events/s")
    #expect(bar.line(width: 20) == "ingest  25 %")
    for width in 20...120 { #expect(bar.line(width: width).count <= width) }
  }

  @Test("without a total it counts")
  func unknown() {
    let bar = ProgressBar("ingest", unit: "events", done: 1500, seconds: 65, rate: 20)
    #expect(bar.line(width: 80) == "ingest  1,500 events  20 events/s  1 min 5 s")
  }

  @Test("nothing done yet, and all done")
  func ends() {
    #expect(
      ProgressBar("x", unit: "rows", done: 0, total: 10, seconds: 0).line(width: 60).contains("0 %  0 of 10"))
    let done = ProgressBar("x", unit: "rows", done: 10, total: 10, seconds: 1).line(width: 60)
    #expect(done.contains("100 %  10 of 10") && !done.contains("-]"))
  }
}
