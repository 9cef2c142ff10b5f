import Testing

@testable import mamaudit_bench

@Suite("Statistics of the benchmarks")
struct StatisticsTests {
  @Test("the median is the middle value, of an even number the mean of the two in the middle")
  func median() throws {
    #expect(try #require(Spread([5])).median == 5)
    #expect(try #require(Spread([9, 1, 4])).median == 4)
    #expect(try #require(Spread([8, 2, 4, 100])).median == 6)
  }

  @Test("the extremes are the least and the greatest value")
  func extremes() throws {
    let spread = try #require(Spread([9, 1.5, 4]))
    #expect(spread.minimum == 1.5)
    #expect(spread.maximum == 9)
  }

  @Test("nothing measured, or no number, has no spread")
  func nothing() {
    #expect(Spread([]) == nil)
    #expect(Spread([1, .infinity]) == nil)
    #expect(Spread([.nan]) == nil)
  }

  @Test("a ratio above 1 means better: more events, less time, less memory")
  func ratios() {
    #expect(FigureUnit.eventsPerSecond.ratio(of: 80, to: 100) == 0.8)
    #expect(FigureUnit.share.ratio(of: 0.9, to: 0.6) == 1.5)
    #expect(FigureUnit.milliseconds.ratio(of: 40, to: 20) == 0.5)
    #expect(FigureUnit.mebibytes.ratio(of: 128, to: 256) == 2)
  }
}
