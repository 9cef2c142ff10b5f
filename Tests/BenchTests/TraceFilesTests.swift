import Foundation
import Testing

@testable import mamaudit_bench

@Suite("Trace files of the benchmarks")
struct TraceFilesTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, _ name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func line(_ id: Int, _ tenant: Character) -> String {
    #"{"id":"\#(id)","tenantid":""# + String(repeating: tenant, count: 36) + #""}"# + "\n"
  }

  @Test("a short trace is laid evenly into a long one, as events of its tenant; what is left comes last")
  func weave() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let long = try write((1...4).map { line($0, "a") }.joined(), "long")
    let short = try write((7...9).map { line($0, "b") }.joined(), "short")
    try TraceFiles.weave(short, into: long, step: 2, output: path("woven"))
    #expect(try text("woven") == [1, 2, 7, 3, 4, 8, 9].map { line($0, "a") }.joined())
  }

  @Test("a trace is cut by lines, byte for byte, and the last part has the rest")
  func split() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try write((1...6).map { line($0, "a") }.joined(), "whole")
    try TraceFiles.split(whole, lines: [1, 3]) { path("part-\($0)") }
    #expect(try text("part-0") == line(1, "a"))
    #expect(try text("part-1") == (2...4).map { line($0, "a") }.joined())
    #expect(try text("part-2") == (5...6).map { line($0, "a") }.joined())
  }

  @Test("lines come whole over the bounds of the buffer, a last one without a line feed too")
  func lines() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = (0..<3).map { String(repeating: "\($0)", count: 700_000) }
    let file = try write(lines.joined(separator: "\n"), "lines")
    var found: [String] = []
    try LineFile.forEachLine(of: file) { found.append(String(decoding: $0, as: UTF8.self)) }
    #expect(found == [lines[0] + "\n", lines[1] + "\n", lines[2]])
  }

  @Test("a line beyond the buffer is refused")
  func longLine() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try write(String(repeating: "x", count: 1 << 20) + "y\n", "long-line")
    #expect(throws: BenchError.self) { try LineFile.forEachLine(of: file) { _ in } }
  }
}
