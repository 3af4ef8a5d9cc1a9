/// Why a trace file cannot be read.
public enum TraceError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read; the text is the system's own.
  case unreadable(path: String, reason: String)
  /// The file does not begin as a trace does.
  case notATrace(path: String)
  /// The file was written by a newer Headwater than this one.
  case newerVersion(path: String, version: UInt32)
  /// The header contradicts itself; the text says where.
  case damagedHeader(path: String, detail: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(ShownText.printable(path)): cannot be read: \(reason)"
    case .notATrace(let path): "\(ShownText.printable(path)): is not a trace file (it does not begin with HWTRACE)"
    case .newerVersion(let path, let version):
      "\(ShownText.printable(path)): has trace format version \(version), this headwater reads up to \(TraceFormatVersion.newest); "
        + "use a newer headwater"
    case .damagedHeader(let path, let detail): "\(ShownText.printable(path)): damaged header: \(detail)"
    }
  }

  /// The exit status of a command that fails for this reason, by the convention of `sysexits.h`.
  public var exitStatus: Int32 {
    if case .unreadable = self { 66 } else { 65 }
  }
}
