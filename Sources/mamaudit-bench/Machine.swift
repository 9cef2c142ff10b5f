import Glibc
import Rendering

/// What the figures were measured on.
enum Machine {
  /// The machine, and the file system of a folder.
  static func facts(folder: String) -> [Report.Fact] {
    var system = utsname()
    uname(&system)
    let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return [
      .init(name: "cpu", value: processor),
      .init(name: "cores", value: String(cores)),
      .init(name: "memory", value: Quantity.bytes(memory)),
      .init(name: "kernel", value: text(system.sysname) + " " + text(system.release)),
      .init(name: "filesystem", value: fileSystem(of: folder)),
      .init(name: "loadBefore", value: Report.decimal(load, 2)),
    ]
  }

  /// How many processes wanted to run in the last minute.
  static var load: Double {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? loads[0] : 0
  }

  /// How many processes can run at once.
  static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// What to say of a load before the run; nil where the machine was free.
  static func warning(load: Double, cores: Int) -> String? {
    if load < 0.5 { return nil }
    return
      "The machine was busy before the run (load \(Report.decimal(load, 2)) on \(cores) cores): measure again when "
      + "it is not."
  }

  /// Whether a folder is in memory, where nothing is durable.
  static func isInMemory(_ folder: String) -> Bool { ["tmpfs", "ramfs"].contains(fileSystem(of: folder)) }

  private static var processor: String {
    var model: String?
    try? LineFile.forEachLine(of: "/proc/cpuinfo") { line in
      let text = String(decoding: line, as: UTF8.self)
      guard model == nil, text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { return }
      model = text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return model ?? "unknown"
  }

  /// The type of the file system that holds a folder: that of the longest mount point above it.
  private static func fileSystem(of folder: String) -> String {
    var found = (point: "", type: "unknown")
    try? LineFile.forEachLine(of: "/proc/self/mounts") { line in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count > 2 else { return }
      let point = words[1] == "/" ? "" : words[1]
      if folder.hasPrefix(point + "/"), point.count >= found.point.count { found = (point, words[2]) }
    }
    return found.type
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
