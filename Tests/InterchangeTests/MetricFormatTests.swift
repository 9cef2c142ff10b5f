import TestSupport
import Testing

@testable import Interchange

/// Families of metrics as text.
@Suite struct MetricFormatTests {
  private static let families = [
    MetricFamily("m_build", .info, "What\\it is.\n\"So\".", [MetricSample([("version", "a\"b\\c\nd")], 1)]),
    MetricFamily(
      "m_events", .counter, "Events.",
      [
        MetricSample([("tenant", "t"), ("type", "é")], 3),
        MetricSample([("tenant", "t"), ("type", "x.*")], 0),
      ]),
    MetricFamily("m_none", .gauge, "Nothing yet."),
    MetricFamily(
      "m_lag_seconds", .gauge, unit: "seconds", "Lag.", [MetricSample([], .seconds(microseconds: -1_000_001))]
    ),
    MetricFamily(
      "m_wait_seconds", .histogram, unit: "seconds", "Wait.",
      [MetricSample([("tenant", "t")], .histogram(buckets: [(60, 1), (300, 2)], count: 4, sum: 5000))]),
  ]

  @Test("OpenMetrics: type, unit and help in this order, endings, escapes, and the end")
  func openMetrics() throws {
    let text = MetricFormat.openmetrics.text(Self.families)
    #expect(
      text == #"""
        # TYPE m_build info
        # HELP m_build What\\it is.\n\"So\".
        m_build_info{version="a\"b\\c\nd"} 1
        # TYPE m_events counter
        # HELP m_events Events.
        m_events_total{tenant="t",type="é"} 3
        m_events_total{tenant="t",type="x.*"} 0
        # TYPE m_none gauge
        # HELP m_none Nothing yet.
        # TYPE m_lag_seconds gauge
        # UNIT m_lag_seconds seconds
        # HELP m_lag_seconds Lag.
        m_lag_seconds -1.000001
        # TYPE m_wait_seconds histogram
        # UNIT m_wait_seconds seconds
        # HELP m_wait_seconds Wait.
        m_wait_seconds_bucket{tenant="t",le="60.0"} 1
        m_wait_seconds_bucket{tenant="t",le="300.0"} 2
        m_wait_seconds_bucket{tenant="t",le="+Inf"} 4
        m_wait_seconds_count{tenant="t"} 4
        m_wait_seconds_sum{tenant="t"} 5000
        # EOF

        """#)
    #expect(OpenMetricsGrammar.problem(in: text) == nil)
    let samples = try MetricsCheck.samples(text)
    #expect(samples.count == 9)
    #expect(samples.first?.labels == ["version": "a\"b\\c\nd"])
    #expect(samples.last?.value == 5000)
  }

  @Test(
    "the older format of Prometheus: names of samples, no types that it does not know, promtool is content")
  func prometheus() throws {
    let text = MetricFormat.prometheus.text(Self.families)
    #expect(
      text == #"""
        # HELP m_build_info What\\it is.\n"So".
        # TYPE m_build_info gauge
        m_build_info{version="a\"b\\c\nd"} 1
        # HELP m_events_total Events.
        # TYPE m_events_total counter
        m_events_total{tenant="t",type="é"} 3
        m_events_total{tenant="t",type="x.*"} 0
        # HELP m_lag_seconds Lag.
        # TYPE m_lag_seconds gauge
        m_lag_seconds -1.000001
        # HELP m_wait_seconds Wait.
        # TYPE m_wait_seconds histogram
        m_wait_seconds_bucket{tenant="t",le="60.0"} 1
        m_wait_seconds_bucket{tenant="t",le="300.0"} 2
        m_wait_seconds_bucket{tenant="t",le="+Inf"} 4
        m_wait_seconds_count{tenant="t"} 4
        m_wait_seconds_sum{tenant="t"} 5000

        """#)
    #expect(try MetricsCheck.promtool(text) == "")
    // What the other format has would make the collector drop the whole file.
    #expect(try MetricsCheck.promtool(MetricFormat.openmetrics.text(Self.families)).contains("info"))
  }

  @Test(
    "the grammar of the tests finds fault",
    arguments: [
      "", "# EOF", "a 1\n", "a 1\n# EOF\na 2\n", "# TYPE a gauge\n\na 1\n# EOF\n",
      "# TYPE a counter\na 1\n# EOF\n",
      "# HELP a b\n# TYPE a gauge\na 1\n# EOF\n", "# TYPE a_s gauge\n# UNIT a_s seconds\na_s 1\n# EOF\n",
      "# TYPE a gauge\na{b=\"c} 1\n# EOF\n", "# TYPE a gauge\na{b=\"\\x\"} 1\n# EOF\n",
      "# TYPE a gauge\na{b=\"1\",b=\"2\"} 1\n# EOF\n", "# TYPE a gauge\na 1\na 2\n# EOF\n",
      "# TYPE a gauge\na 01x\n# EOF\n", "# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\na{c=\"d\"} 1\n# EOF\n",
      "# TYPE a gauge\n# TYPE a gauge\na 1\n# EOF\n", "# TYPE a info\na_info 2\n# EOF\n",
      "# TYPE a histogram\na_bucket{le=\"1.0\"} 2\na_bucket{le=\"+Inf\"} 1\na_count 1\na_sum 1\n# EOF\n",
      "# TYPE a histogram\na_bucket{le=\"1.0\"} 1\na_count 1\na_sum 1\n# EOF\n",
      "# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_count 2\na_sum 1\n# EOF\n",
      "# TYPE a gauge\r\na 1\n# EOF\n", "# TYPE a odd\na 1\n# EOF\n", "# comment\n# EOF\n",
    ])
  func grammar(text: String) {
    #expect(OpenMetricsGrammar.problem(in: text) != nil)
  }
}
