/// Why a trace file cannot be read.
public enum TraceError: Error, ExitingError, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read; the text is the system's own.
  case unreadable(path: String, reason: String)
  /// The file does not begin as a trace does.
  case notATrace(path: String)
  /// The file was written by a newer Headwater than this one.
  case newerVersion(path: String, version: UInt32)
  /// The header contradicts itself; the text says where.
  case damagedHeader(path: String, detail: String)
  /// All steps together need more bytes than this machine has memory.
  case tooLarge(path: String, steps: Int, needed: UInt64, memory: UInt64)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(ShownText.printable(path)): cannot be read: \(reason)"
    case .notATrace(let path): "\(ShownText.printable(path)): is not a trace file (it does not begin with HWTRACE)"
    case .newerVersion(let path, let version):
      "\(ShownText.printable(path)): has trace format version \(version), this headwater reads up to \(TraceFormatVersion.newest); "
        + "use a newer headwater"
    case .damagedHeader(let path, let detail): "\(ShownText.printable(path)): damaged header: \(detail)"
    case .tooLarge(let path, let steps, let needed, let memory):
      """
      \(ShownText.printable(path)): has about \(steps) steps, which need at least \(Self.gigabytes(needed)) of memory at once; \
      there are \(Self.gigabytes(memory))
        headwater show \(ShownText.printable(path)) --format jsonl reads a run of any length, as do steps, csv and chrome, \
      without filters
        or record less of it, with a smaller --size-limit
      """
    }
  }

  private static func gigabytes(_ bytes: UInt64) -> String {
    "\(bytes / 1_000_000_000).\(bytes / 100_000_000 % 10) GB"
  }

  /// The exit status of a command that fails for this reason, by the convention of `sysexits.h`.
  public var exitStatus: Int32 {
    if case .unreadable = self { 66 } else { 65 }
  }
}
