import Dispatch
import Foundation
import Synchronization

/// A program that is run to its end, with limits on what it may use.
///
/// It is spawned directly rather than through Foundation's `Process`, because the program must inherit the file
/// descriptors of this process: a terminal stays a terminal, and nothing reads ahead of the program.
package struct ChildProcess {
  package var executable: String
  package var arguments: [String]
  package var environment = ProcessInfo.processInfo.environment
  package var streams = Streams.inherited
  /// The seconds that the program may run; nil for no limit.
  package var timeLimit: Double?
  /// Whether signals sent to this process are handed on to the program. The program then decides when it ends.
  package var forwardsSignals = false
  /// The means to end early a program whose streams are redirected.
  package var cancellation: RunCancellation?
  /// The limits of a program whose output is captured, and the means to end it.
  var supervision: RunSupervision?

  package init(executable: String, arguments: [String] = []) {
    (self.executable, self.arguments) = (executable, arguments)
  }

  /// Has a shell set the limits. The program then replaces the shell, keeps its number and gets its signals.
  /// - Parameter folder: the folder that the program runs in.
  package mutating func supervise(by supervision: RunSupervision?, in folder: String) {
    guard let supervision else { return }
    self.supervision = supervision
    arguments = ["-c", supervision.limits.script, "sh", folder, executable] + arguments
    executable = "/bin/sh"
  }

  /// The program's standard streams.
  package enum Streams {
    /// The streams of this process.
    case inherited
    /// Input of this process; output and errors together as lines for the closure, which is called on the thread that
    /// runs the program.
    case lines(to: (String) -> Void)
    /// The streams of this process, except the input: the closure writes it to the descriptor that it is given.
    case fed(by: (Int32) -> Void)
    /// Output and errors go to a descriptor. Input comes from another descriptor, or is that of this process.
    case redirected(input: Int32?, output: Int32)
    /// Input from a file, output and errors gathered up to so many bytes each. The program leads a session of its own,
    /// and so a process group. It inherits no other descriptor of this process.
    case captured(input: String, limit: Int)
  }

  package struct Result {
    package var ending: ProgramEnding
    package var output: [UInt8] = []
    package var errorOutput: [UInt8] = []

    package init(ending: ProgramEnding, output: [UInt8] = [], errorOutput: [UInt8] = []) {
      (self.ending, self.output, self.errorOutput) = (ending, output, errorOutput)
    }
  }

  /// Runs the program to its end.
  /// - Throws: ``SystemError`` if it cannot be started.
  package func run() throws -> Result {
    let forwarding = forwardsSignals ? SignalForwarding() : nil
    defer { forwarding?.end() }
    switch streams {
    case .inherited: return try runShared(forwarding)
    case .lines(let take): return try runInLines(take, forwarding)
    case .redirected(let input, let output): return try runRedirected(input, output, forwarding)
    case .fed(let writeInput): return try runFed(writeInput, forwarding)
    case .captured(let input, let limit): return try runCaptured(input, limit)
    }
  }

  private func runShared(_ forwarding: SignalForwarding?) throws -> Result {
    let child = try RunningChild(spawn([], leadsSession: false), leadsGroup: false)
    forwarding?.begin(child.identifier)
    return Result(ending: child.wait(timeLimit: timeLimit))
  }

  private func runInLines(_ take: (String) -> Void, _ forwarding: SignalForwarding?) throws -> Result {
    let output = try ChildPipe()
    defer { close(output.reader) }
    let descriptors = [(output.writer, STDOUT_FILENO), (output.writer, STDERR_FILENO)]
    let spawned = Swift.Result { try spawn(descriptors, leadsSession: false) }
    // The writing end is closed, because the output does not end as long as this process could write there.
    close(output.writer)
    let child = RunningChild(try spawned.get(), leadsGroup: false)
    forwarding?.begin(child.identifier)
    forEachLine(of: output.reader, take)
    return Result(ending: child.wait(timeLimit: timeLimit))
  }

  private func runRedirected(_ input: Int32?, _ output: Int32, _ forwarding: SignalForwarding?) throws -> Result {
    let descriptors = [(output, STDOUT_FILENO), (output, STDERR_FILENO)] + (input.map { [($0, STDIN_FILENO)] } ?? [])
    let child = try RunningChild(spawn(descriptors, leadsSession: false), leadsGroup: false)
    cancellation?.set { child.stop(.cancelled) }
    defer { cancellation?.set(nil) }
    forwarding?.begin(child.identifier)
    return Result(ending: child.wait(timeLimit: timeLimit))
  }

  private func runFed(_ writeInput: (Int32) -> Void, _ forwarding: SignalForwarding?) throws -> Result {
    let input = try ChildPipe()
    let child: RunningChild
    do {
      defer { close(input.reader) }
      child = RunningChild(try spawn([(input.reader, STDIN_FILENO)], leadsSession: false), leadsGroup: false)
    } catch {
      close(input.writer)
      throw error
    }
    forwarding?.begin(child.identifier)
    // A program that ends before it has read everything must not end this process.
    let before = signal(SIGPIPE, SIG_IGN)
    writeInput(input.writer)
    close(input.writer)
    _ = signal(SIGPIPE, before)
    return Result(ending: child.wait(timeLimit: timeLimit))
  }

  private func runCaptured(_ input: String, _ limit: Int) throws -> Result {
    let inputFile = open(input, O_RDONLY | O_CLOEXEC)
    guard inputFile >= 0 else { throw SystemError.failed("\(input): \(systemMessage())") }
    defer { close(inputFile) }
    let (output, errors) = (try ChildPipe(), try ChildPipe())
    let child: RunningChild
    do {
      defer { for pipe in [output, errors] { close(pipe.writer) } }
      let descriptors = [(inputFile, Int32(0)), (output.writer, 1), (errors.writer, 2)]
      let expected = ChildGuard.endStarting()
      defer { ChildGuard.forget(expected) }
      var marked = self
      let mark = ChildGuard.newMark()
      marked.environment[ChildGuard.markName] = mark
      child = RunningChild(
        try marked.spawn(descriptors, leadsSession: true), leadsGroup: true,
        supervisedBy: supervision == nil ? nil : mark)
    } catch {
      for pipe in [output, errors] { close(pipe.reader) }
      throw error
    }
    let captures = [output, errors].map { Capture($0.reader, limit: limit, child: child) }
    supervision?.cancellation.set { child.stop(.cancelled, isAtOnce: true) }
    defer { supervision?.cancellation.set(nil) }
    if let limits = supervision?.limits { child.watch(limits) }
    let ending = child.wait(timeLimit: timeLimit)
    let bytes = captures.map { $0.finish() }
    return Result(ending: ending, output: bytes[0], errorOutput: bytes[1])
  }

  // The C library's POSIX_SPAWN_SETSID, which Swift does not see on Linux, and Darwin's POSIX_SPAWN_CLOEXEC_DEFAULT.
  #if canImport(Darwin)
    private static let ofItsOwn: Int32 = 0x400 | 0x4000
  #else
    private static let ofItsOwn: Int32 = 0x80

    /// Has the program close all descriptors but the standard streams. Swift does not see this function either; C
    /// libraries of before 2021 lack it.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
      typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      guard let function = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      _ = unsafeBitCast(function, to: CloseFrom.self)(&actions, STDERR_FILENO + 1)
    }
  #endif

  /// Starts the program with pairs of descriptors: ours, and the program's own.
  /// - Parameter leadsSession: whether it gets a session of its own, and no descriptors but these. Connections of a
  ///   server would otherwise stay open as long as the program, which could answer on them.
  func spawn(_ descriptors: [(from: Int32, to: Int32)], leadsSession: Bool) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for descriptor in descriptors { posix_spawn_file_actions_adddup2(&actions, descriptor.from, descriptor.to) }
    #if !canImport(Darwin)
      if leadsSession { Self.closeOthers(&actions) }
    #endif
    // A thread that serves a dispatch queue blocks signals; a program that inherited the mask could not be stopped.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    // This process ignores SIGXFSZ, so that a file that grows too large is an error; the program must not inherit that.
    var usualSignals = sigset_t()
    sigemptyset(&usualSignals)
    if FileSizeLimit.isAnError { sigaddset(&usualSignals, SIGXFSZ) }
    posix_spawnattr_setsigdefault(&attributes, &usualSignals)
    let session = leadsSession ? Self.ofItsOwn : 0
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | session))
    var identifier: pid_t = 0
    let status = withCStrings([executable] + arguments) { argv in
      withCStrings(environment.map { "\($0)=\($1)" }) { envp in
        spawning.withLock { _ in posix_spawn(&identifier, executable, &actions, &attributes, argv, envp) }
      }
    }
    guard status == 0 else { throw SystemError.failed("\(executable): cannot be run: \(systemMessage(status))") }
    return identifier
  }
}

/// Reads a descriptor to its end. The last line need not end in a line feed.
private func forEachLine(of descriptor: Int32, _ take: (String) -> Void) {
  var rest: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 14)
  while true {
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { break }
    rest += chunk[..<count]
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
    for line in rest[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      take(String(decoding: line, as: UTF8.self))
    }
    rest.removeSubrange(...end)
  }
  if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
}

/// A process that was started, until it has ended and been waited for.
private final class RunningChild: Sendable {
  let identifier: pid_t
  private let leadsGroup: Bool
  /// The mark of all processes that it starts, which end with it; nil for a program that is not supervised.
  private let mark: String?
  private let guarded: ChildGuard.Entry
  private let state = Mutex(State())

  /// The seconds that a program that was asked to stop may take before it is killed.
  private static let grace = 1.0

  private struct State {
    var hasEnded = false
    var stopped: ProgramEnding?
  }

  init(_ identifier: pid_t, leadsGroup: Bool, supervisedBy mark: String? = nil) {
    self.mark = mark
    self.identifier = identifier
    self.leadsGroup = leadsGroup
    guarded = ChildGuard.end(identifier)
  }

  func wait(timeLimit: Double?) -> ProgramEnding {
    if let timeLimit {
      after(timeLimit) { $0.stop(.timeLimit(timeLimit), isAtOnce: $0.mark != nil) }
    }
    // The process is reaped only when nobody can signal it any more, because its number may then belong to another one.
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    let stopped = state.withLock { state in
      state.hasEnded = true
      return state.stopped
    }
    // Processes that the program left running are killed, because they would hold our pipes open.
    if leadsGroup { kill(-identifier, SIGKILL) }
    if let mark {
      SessionUse.kill(session: identifier, mark: mark)
    } else if leadsGroup && stopped != nil {
      ChildGuard.killSession(of: identifier)
    }
    ChildGuard.forget(guarded)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return stopped ?? (signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal))
  }

  /// Asks the program to end, and kills it if it does not.
  /// - Parameter isAtOnce: whether it is killed without being asked.
  func stop(_ reason: ProgramEnding, isAtOnce: Bool = false) {
    let isFirst = state.withLock { state in
      guard !state.hasEnded, state.stopped == nil else { return false }
      state.stopped = reason
      if isAtOnce { SessionUse.kill(session: identifier, mark: mark) }
      send(isAtOnce ? SIGKILL : SIGTERM)
      return true
    }
    guard isFirst else { return }
    after(Self.grace) { child in
      child.state.withLock { state in if !state.hasEnded { child.send(SIGKILL) } }
    }
  }

  private static let watchInterval = 0.02

  /// Checks again and again what the session uses, and kills the session if that is too much.
  ///
  /// The check has a thread of its own, because the program may later use up all threads that are allowed.
  func watch(_ limits: ResourceLimits) {
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.hasEnded || $0.stopped != nil }) {
        let use = SessionUse(ofSession: identifier, mark: mark)
        if let excess = use.excess(of: limits) { stop(excess, isAtOnce: true) }
        Thread.sleep(forTimeInterval: Self.watchInterval)
      }
    }
  }

  private func send(_ signal: Int32) { kill(leadsGroup ? -identifier : identifier, signal) }

  private func after(_ seconds: Double, _ action: @escaping @Sendable (RunningChild) -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { action(self) }
  }
}

/// Reads a pipe to its end while another thread waits for the program.
private final class Capture: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  private let done = DispatchSemaphore(value: 0)

  init(_ reader: Int32, limit: Int, child: RunningChild) {
    Thread.detachNewThread { [self] in
      read(reader, limit, child)
      close(reader)
      done.signal()
    }
  }

  /// The bytes that were read. A program that left the group and still holds the pipe is not waited for.
  func finish() -> [UInt8] {
    _ = done.wait(timeout: .now() + 1)
    return bytes.withLock { $0 }
  }

  private func read(_ reader: Int32, _ limit: Int, _ child: RunningChild) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { Foundation.read(reader, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      let isFull = bytes.withLock { bytes in
        bytes += chunk[..<min(count, limit - bytes.count)]
        return bytes.count >= limit
      }
      if isFull { child.stop(.outputLimit(limit)) }
    }
  }
}

/// The lock that is held while a pipe is made and while a program starts, because a program that another thread starts
/// in between would inherit the pipe's ends, and keep the pipe open.
private let spawning = Mutex(())

/// A pipe whose ends no other program inherits by accident.
struct ChildPipe {
  let reader, writer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    let status = spawning.withLock { _ in
      let status = pipe(&ends)
      for end in ends where status == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return status
    }
    guard status == 0 else { throw SystemError.failed("pipe: \(systemMessage())") }
    (reader, writer) = (ends[0], ends[1])
  }
}

/// The signals that ask a process to end.
package enum Interruption {
  fileprivate static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Whether such a signal came while a program ran, which then decides what to do.
  package static var hasComeToProgram: Bool { hasInterrupted != 0 }

  /// Unblocks the signals, because a process that a dispatch queue's thread started inherits a mask against them.
  package static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in Self.signals { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// Keeps this process alive while it runs a program that decides by itself how to treat an interruption.
///
/// A terminal sends its Ctrl-C to the whole foreground group, and so to the program too. Only a signal that somebody
/// sent to just this process has to be handed on.
private struct SignalForwarding {
  private static let signals = Interruption.signals
  private var previous: [(signal: Int32, action: sigaction)] = []

  init() {
    signalledProcess = 0
    Interruption.unblock()
    for signal in Self.signals {
      var old = sigaction()
      sigaction(signal, nil, &old)
      // An ignored signal stays ignored, here and in the program, as `nohup` requires.
      if old.isIgnored { continue }
      var new = sigaction(forwarding: forward)
      sigaction(signal, &new, nil)
      previous.append((signal, old))
    }
  }

  func begin(_ process: pid_t) { signalledProcess = process }

  func end() {
    signalledProcess = 0
    for (signal, var action) in previous { sigaction(signal, &action, nil) }
  }
}

// A signal handler reads these, and must not take a lock. Only one program at a time has signals forwarded to it.
nonisolated(unsafe) private var signalledProcess: pid_t = 0
nonisolated(unsafe) private var hasInterrupted: sig_atomic_t = 0

private func forward(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?) {
  hasInterrupted = 1
  guard signalledProcess > 0, let info, info.pointee.cameFromProcess else { return }
  kill(signalledProcess, signal)
}

extension siginfo_t {
  fileprivate var cameFromProcess: Bool {
    #if canImport(Darwin)
      si_code == SI_USER || si_code == SI_QUEUE
    #else
      si_code <= 0
    #endif
  }
}

private typealias SignalHandler =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

extension sigaction {
  fileprivate init(forwarding handler: @escaping SignalHandler) {
    self.init()
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = handler
    #else
      __sigaction_handler.sa_sigaction = handler
    #endif
    sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART)
  }

  fileprivate var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
    #endif
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The limit of `ulimit -f` for the size of files that this process writes.
package enum FileSizeLimit {
  private static let state = Mutex(false)

  static var isAnError: Bool { state.withLock { $0 } }

  /// Makes a write beyond the limit fail with an error that is reported, instead of ending this process.
  package static func makeAnError() {
    var old = sigaction()
    sigaction(SIGXFSZ, nil, &old)
    if old.isIgnored { return }
    signal(SIGXFSZ, SIG_IGN)
    state.withLock { $0 = true }
  }
}

/// The system's message for an error.
package func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

/// Gives `body` a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
}
