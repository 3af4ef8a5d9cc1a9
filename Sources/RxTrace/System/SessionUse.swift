import Foundation

/// The processes of a session, and the memory that they use together.
///
/// Only Linux tells them in files; elsewhere, nothing is counted.
struct SessionUse {
  /// The leader and all others, with those that have ended and have not been waited for.
  private(set) var members: Set<pid_t> = []
  /// Those that have not ended.
  private(set) var alive: Set<pid_t> = []
  /// Bytes.
  private(set) var memory = 0

  /// A process that began a session of its own counts as long as its parent is one of those counted.
  init(ofSession leader: pid_t) {
    #if os(Linux)
      var parents: [pid_t: pid_t] = [:]
      var pages: [pid_t: Int] = [:]
      var isCounted: Set<pid_t> = []
      var ended: Set<pid_t> = []
      for entry in ProcessEntry.all() {
        parents[entry.process] = entry.parent
        pages[entry.process] = entry.pages
        if entry.session == leader { isCounted.insert(entry.process) }
        if entry.hasEnded { ended.insert(entry.process) }
      }
      // Children may be listed before their parents.
      var count = -1
      while count != isCounted.count {
        count = isCounted.count
        for (process, parent) in parents where isCounted.contains(parent) { isCounted.insert(process) }
      }
      members = isCounted
      alive = isCounted.subtracting(ended)
      memory = isCounted.reduce(0) { $0 + (pages[$1] ?? 0) } * Int(getpagesize())
    #endif
  }

  /// The limit that is exceeded; nil if none is.
  func excess(of limits: ResourceLimits) -> ProgramEnding? {
    if members.count > limits.processes { return .processLimit(limits.processes) }
    return memory > limits.memory ? .memoryLimit(limits.memory) : nil
  }

  /// Kills all processes of a session, without starting a program: none might be startable.
  ///
  /// They are held first, until there are no new ones, because a program that starts programs without end would start
  /// them faster than they can be killed one by one.
  static func kill(session leader: pid_t) {
    var held: Set<pid_t> = []
    for _ in 0..<mostRounds {
      let new = SessionUse(ofSession: leader).members.subtracting(held)
      if new.isEmpty { break }
      for process in new { Foundation.kill(process, SIGSTOP) }
      held.formUnion(new)
    }
    // The number of a process that has ended meanwhile may belong to another, so they are looked up again.
    for process in SessionUse(ofSession: leader).members where held.contains(process) {
      Foundation.kill(process, SIGKILL)
    }
  }

  private static let mostRounds = 100
}

/// The processes and threads of the user, which the system counts together.
enum UserTasks {
  static var count: Int {
    #if os(Linux)
      // The system does not limit root.
      if geteuid() == 0 { return 1 << 16 }
      return ProcessEntry.all().reduce(0) { sum, entry in
        var status = stat()
        return stat("/proc/\(entry.process)", &status) == 0 && status.st_uid == geteuid() ? sum + entry.threads : sum
      }
    #else
      return 1 << 10
    #endif
  }
}

#if os(Linux)
  /// A line of `/proc/PROCESS/stat`, as far as it is needed.
  private struct ProcessEntry {
    var process: pid_t
    var parent: pid_t
    var session: pid_t
    var threads: Int
    var pages: Int
    var hasEnded: Bool

    static func all() -> [ProcessEntry] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var entries: [ProcessEntry] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let process = pid_t(name), let entry = ProcessEntry(process) { entries.append(entry) }
      }
      return entries
    }

    /// Nil for a process that has ended.
    private init?(_ process: pid_t) {
      let bytes = Self.bytes(of: "/proc/\(process)/stat")
      // A program's name may hold anything, and is in brackets.
      guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
      guard fields.count > 21, let parent = pid_t(fields[1]), let session = pid_t(fields[3]),
        let threads = Int(fields[17]), let pages = Int(fields[21])
      else { return nil }
      self.process = process
      (self.parent, self.session, self.threads, self.pages) = (parent, session, threads, pages)
      hasEnded = fields[0] == "Z" || fields[0] == "X"
    }

    /// Such a file has no size, and comes whole with the first read.
    private static func bytes(of path: String) -> [UInt8] {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return [] }
      defer { close(file) }
      return [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
        count = max(read(file, buffer.baseAddress, buffer.count), 0)
      }
    }
  }
#endif
