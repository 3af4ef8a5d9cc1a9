import Foundation
import Synchronization

/// The most that a program may use which nobody has read before it runs.
///
/// The limits guard against mistakes, such as an endless loop. They are not a sandbox: the program has the rights of the
/// user.
public struct ResourceLimits: Equatable, Sendable {
  /// Seconds from start to end.
  public var seconds: Double
  /// Bytes of memory that all its processes use together.
  public var memory: Int
  /// Processes that exist at the same time. They are counted fifty times a second, so some that are gone before the next
  /// count may exceed the limit.
  public var processes: Int
  /// Bytes of the largest file that it writes.
  public var fileSize: Int

  public init(
    seconds: Double = 10, memory: Int = 512 << 20, processes: Int = 16, fileSize: Int = 64 << 20
  ) {
    (self.seconds, self.memory, self.processes, self.fileSize) = (seconds, memory, processes, fileSize)
  }

  /// The limits of a compiler, which needs more memory than the programs that it makes, and starts a linker.
  static let compiler = ResourceLimits(seconds: 30, memory: 3 << 30, processes: 32, fileSize: 256 << 20)

  /// The limit of addresses is large, because a Swift program uses only a small part of those that it reserves.
  private var addressSpace: Int { max(memory * 2, 4 << 30) }

  /// The number of threads that are allowed, which count as processes for the system.
  private static let threads = 256

  /// A shell's text that sets the limits of each process, then runs its arguments after the first, in the folder that the
  /// first one names.
  ///
  /// Shells use different letters for the number of processes, and macOS has no limit of addresses. The supervisor
  /// counts processes and memory as well, because the system does not limit them for a whole session, and does not
  /// limit the processes of root.
  var script: String {
    let tasks = UserTasks.count + Self.threads
    return """
      ulimit -c 0
      ulimit -t \(Int(seconds.rounded(.up)) + 1)
      ulimit -f \(fileSize / 512)
      ulimit -v \(addressSpace / 1024) 2>/dev/null
      { ulimit -u \(tasks) || ulimit -p \(tasks); } 2>/dev/null
      cd "$1" && shift && exec "$@"
      """
  }
}

/// Ends a run from another thread. A run that has not begun yet does not begin.
public final class RunCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var stop: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  public init() {}

  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the compiler or the program that is running, with everything that it started. Any thread may call it.
  public func cancel() {
    let stop = state.withLock { state in
      state.isCancelled = true
      return state.stop
    }
    stop?()
  }

  /// Registers the closure that ends the running process; nil once there is none.
  func set(_ stop: (@Sendable () -> Void)?) {
    let isCancelled = state.withLock { state in
      state.stop = stop
      return state.isCancelled
    }
    if isCancelled { stop?() }
  }
}

/// The limits of a run, and the means to end it early.
public struct RunSupervision: Sendable {
  public var limits: ResourceLimits
  public var cancellation: RunCancellation

  public init(limits: ResourceLimits = ResourceLimits(), cancellation: RunCancellation = RunCancellation()) {
    (self.limits, self.cancellation) = (limits, cancellation)
  }

  package var ofCompiler: RunSupervision { RunSupervision(limits: .compiler, cancellation: cancellation) }
}

/// The error of a run that was ended by its ``RunCancellation`` before there was a result.
public struct RunCancelled: Error, CustomStringConvertible {
  public var description: String { "the run was stopped" }

  public init() {}
}
