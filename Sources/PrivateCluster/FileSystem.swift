import Glibc

/// The few file operations that the cluster needs, with errors that say which path.
enum FileSystem {
  /// The names in a folder, without `.` and `..`; none where it cannot be read.
  static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Owner, group and permission bits.
  static func status(_ path: String) -> (user: uid_t, group: gid_t, mode: mode_t)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (status.st_uid, status.st_gid, status.st_mode & 0o7777)
  }

  /// Makes a folder and those above it, each that is missing with the mode.
  static func makeFolders(_ path: String, mode: mode_t) throws(ClusterError) {
    if exists(path) { return }
    let parent = self.parent(of: path)
    if parent != path { try makeFolders(parent, mode: 0o755) }
    guard mkdir(path, mode) == 0 || errno == EEXIST else {
      throw ClusterError(
        .folderUnusable, "the folder \(path) cannot be made: \(String(cString: strerror(errno)))",
        remedy: "set MAMAUDIT_HOME to a folder that you may write")
    }
    _ = chmod(path, mode)
  }

  /// Makes a folder that is the server's account's alone, mode 0700.
  ///
  /// A folder that is there already must be so, or the caller's own: in `/tmp` somebody else could have laid it there, or a link.
  static func makePrivateFolder(_ path: String, for account: ServerAccount) throws(ClusterError) {
    if mkdir(path, 0o700) != 0 {
      guard errno == EEXIST else { throw .system("cannot make \(path)", errno) }
      var status = stat()
      guard lstat(path, &status) == 0 else { throw .system("cannot look at \(path)", errno) }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      if isFolder, status.st_uid == account.user, status.st_mode & 0o7777 == 0o700 { return }
      guard isFolder, status.st_uid == geteuid() else {
        throw ClusterError(
          .folderUnusable, "\(path) is not a folder of \(account.name)'s alone",
          remedy: "remove it, or set MAMAUDIT_HOME to another folder")
      }
    }
    guard chmod(path, 0o700) == 0 else { throw .system("cannot set the mode of \(path)", errno) }
    if account.isOther, chown(path, account.user, account.group) != 0 {
      throw .system("cannot give \(path) to \(account.name)", errno)
    }
  }

  /// Replaces a file in one step, owned by the server's account, durable when this returns.
  ///
  /// The folder may belong to the server's account while the caller is root: a link that lies in the way is not followed.
  static func replace(_ path: String, with text: String, for account: ServerAccount) throws(ClusterError) {
    let temporary = path + ".new"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("cannot write \(temporary)", errno) }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      throw .system("cannot write \(temporary)", errno)
    }
    if account.isOther, fchown(file, account.user, account.group) != 0 {
      throw .system("cannot give \(temporary) to \(account.name)", errno)
    }
    guard rename(temporary, path) == 0 else { throw .system("cannot write \(path)", errno) }
    syncFolder(parent(of: path))
  }

  /// Makes the names in a folder durable.
  static func syncFolder(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// The content of a small file; nil where it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return content }
      if count < 0 { return nil }
      content.append(contentsOf: buffer[..<count])
    }
  }

  static func text(_ path: String) -> String? { read(path).map { String(decoding: $0, as: UTF8.self) } }

  /// The free bytes of the disk that holds a path, for an ordinary user; nil where it cannot be said.
  static func freeBytes(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// The bytes on disk of all that lies under a path.
  static func size(of path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    let own = Int(status.st_blocks) * 512
    guard status.st_mode & S_IFMT == S_IFDIR else { return own }
    return entries(of: path).reduce(own) { $0 + size(of: "\(path)/\($1)") }
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
