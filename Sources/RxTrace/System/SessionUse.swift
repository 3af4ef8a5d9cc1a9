import Foundation

/// The processes of a session, and the memory that they use together.
///
/// Only Linux lists the processes in files; on other systems, nothing is counted.
struct SessionUse {
  /// The leader and all other processes, including those that have ended and have not been waited for.
  private(set) var members: Set<pid_t> = []
  /// The processes that have not ended.
  private(set) var alive: Set<pid_t> = []
  /// The number of bytes.
  private(set) var memory = 0

  /// A process that began a session of its own counts as long as its parent is one of those counted, or as long as it has
  /// the mark.
  init(ofSession leader: pid_t, mark: String? = nil) {
    #if os(Linux)
      var parents: [pid_t: pid_t] = [:]
      var pages: [pid_t: Int] = [:]
      var isCounted: Set<pid_t> = []
      var ended: Set<pid_t> = []
      let entries = ProcessEntry.all()
      let start = entries.first { $0.process == leader }?.start ?? 0
      for entry in entries {
        parents[entry.process] = entry.parent
        pages[entry.process] = entry.pages
        // Only processes that are as young as the leader are asked for the mark, because the others cannot have it.
        let isMember = entry.session == leader || mark.map { entry.start >= start && entry.has(mark: $0) } ?? false
        if isMember { isCounted.insert(entry.process) }
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

  /// Kills all processes of a session without starting a program, because starting one might fail.
  /// The processes are held first, until there are no new ones, because a program that starts programs without end
  /// would start them faster than they can be killed one by one.
  /// them faster than they can be killed one by one.
  static func kill(session leader: pid_t, mark: String?) {
    var held: Set<pid_t> = []
    for _ in 0..<mostRounds {
      let new = SessionUse(ofSession: leader, mark: mark).members.subtracting(held)
      if new.isEmpty { break }
      for process in new { Foundation.kill(process, SIGSTOP) }
      held.formUnion(new)
    }
    // The processes are looked up again, because the number of one that has ended may belong to another by now.
    for process in SessionUse(ofSession: leader, mark: mark).members where held.contains(process) {
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
    /// The start in clock ticks since the system was started.
    var start: Int
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

    /// Reads the entry of a process; nil if it has ended.
    private init?(_ process: pid_t) {
      let bytes = Self.bytes(of: "/proc/\(process)/stat")
      // The fields are read after the last bracket, because a program's name may hold anything, and is in brackets.
      guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
      guard fields.count > 21, let parent = pid_t(fields[1]), let session = pid_t(fields[3]),
        let threads = Int(fields[17]), let start = Int(fields[19]), let pages = Int(fields[21])
      else { return nil }
      self.process = process
      (self.parent, self.session, self.threads) = (parent, session, threads)
      (self.start, self.pages) = (start, pages)
      hasEnded = fields[0] == "Z" || fields[0] == "X"
    }

    /// Whether the process was started with the mark in its environment. Processes of other users do not tell.
    func has(mark: String) -> Bool {
      let wanted = "\(ChildGuard.markName)=\(mark)".utf8
      return Self.bytes(of: "/proc/\(process)/environ").split(separator: 0).contains { $0.elementsEqual(wanted) }
    }

    /// The bytes of a file in `/proc`, which has no size and comes in pieces.
    private static func bytes(of path: String) -> [UInt8] {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return [] }
      defer { close(file) }
      var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 12))
      while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
      return bytes
    }
  }
#endif
