import Foundation

/// How a program ended.
public enum ProgramEnding: Equatable, Sendable {
  /// The program ended by itself, with this exit status.
  case exited(Int32)
  /// A signal ended it, which another process sent or the program caused itself.
  case signalled(Int32)
  /// It was stopped after it had run for this many seconds.
  case timeLimit(Double)
  /// It was stopped after it had printed this many bytes.
  case outputLimit(Int)
  /// It was stopped after its processes had used more than this many bytes of memory.
  case memoryLimit(Int)
  /// It was stopped because more than this many of its processes existed at one time.
  case processLimit(Int)
  /// It was stopped because nobody waits for its result any more.
  case cancelled

  /// The ending in words that follow the program's name: `had not ended after 60 seconds`.
  package var told: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal)"
    case .timeLimit(let seconds): "had not ended after \(Int(seconds)) seconds"
    case .outputLimit(let bytes): "printed more than \(bytes) bytes"
    case .memoryLimit(let bytes): "used more than \(bytes) bytes of memory"
    case .processLimit(let count): "started more than \(count) processes"
    case .cancelled: "was stopped"
    }
  }

  /// The signals that a program causes itself when it crashes.
  static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Whether the program was stopped in a way in which people stop programs that do not end by themselves.
  package var isUsualStop: Bool {
    switch self {
    case .signalled(let signal): [SIGINT, SIGTERM, SIGHUP].contains(signal)
    case .timeLimit, .cancelled: true
    case .exited, .outputLimit, .memoryLimit, .processLimit: false
    }
  }

  /// The exit status that stands for this ending: the program's own, 128 + signal, 124 for a limit, or 130 if it was cancelled.
  public var status: Int32 {
    switch self {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    case .timeLimit, .outputLimit, .memoryLimit, .processLimit: 124
    case .cancelled: 130
    }
  }
}
