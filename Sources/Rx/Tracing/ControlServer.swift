import CPlatform
import Foundation
import TraceFormat

/// Lets other processes of this user begin, copy and end recordings of this one, over a socket.
///
/// One thread serves all connections. It sends no events, so it is in no recording, and it takes no signals, which are for
/// the program's own threads. While nobody connects, it waits.
final class ControlServer: Sendable {
  private static let running = Lock<ControlServer?>(nil)

  private let socket: String
  private let listener: Int32
  private let process = getpid()
  private let since = Int(Date().timeIntervalSince1970)

  /// Begins to listen. Calling it again does nothing, unless the program has been forked since.
  /// - Throws: ``TraceControlError``
  static func start(in folder: String) throws(TraceControlError) {
    try running.withLock { server throws(TraceControlError) in
      if let server, server.process == getpid() { return }
      server = try ControlServer(folder)
      _ = removeAtExit
    }
  }

  private static let removeAtExit: Void = {
    atexit { ControlServer.running.withLock { $0?.remove() } }
  }()

  private init(_ folder: String) throws(TraceControlError) {
    let place = try Self.checked(folder)
    socket = ControlFormat.socket(ofProcess: getpid(), in: place)
    listener = hw_control_listen("\(place)/\(getpid()).making", socket)
    guard listener >= 0 else {
      let isLong = listener == -ENAMETOOLONG
      let reason = isLong ? "the path is too long for a socket; choose a shorter one" : Self.text(-listener)
      throw TraceControlError(folder: folder, reason: reason)
    }
    let server = Unmanaged.passRetained(self)
    guard hw_run_beside({ Unmanaged<ControlServer>.fromOpaque($0!).takeRetainedValue().serve() }, server.toOpaque())
    else {
      server.release()
      hw_control_close(listener)
      unlink(socket)
      throw TraceControlError(folder: folder, reason: "no thread can be made")
    }
  }

  /// A forked child must not remove its parent's socket.
  private func remove() {
    if process == getpid() { unlink(socket) }
  }

  // MARK: The folder

  /// Makes the folder unless it is there.
  /// - Returns: its path without symbolic links, because the program may change its working directory.
  /// - Throws: ``TraceControlError`` if others could put sockets there.
  private static func checked(_ folder: String) throws(TraceControlError) -> String {
    func fail(_ reason: String) -> TraceControlError { TraceControlError(folder: folder, reason: reason) }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw fail(text(errno)) }
    guard let resolved = realpath(folder, nil) else { throw fail(text(errno)) }
    defer { free(resolved) }
    var status = stat()
    guard lstat(resolved, &status) == 0 else { throw fail(text(errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw fail("it is not a folder") }
    guard status.st_uid == geteuid() else { throw fail("it belongs to another user") }
    guard status.st_mode & 0o022 == 0 else { throw fail("other users can write to it; chmod 700 takes that from them") }
    return String(cString: resolved)
  }

  private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }

  // MARK: The thread

  /// Goes on until the program closes the socket, which it may do with all descriptors that it did not open.
  private func serve() {
    var connections: [ServedConnection] = []
    while hw_control_is_open(listener) {
      connections.removeAll { !hw_control_is_open($0.descriptor) }
      let descriptors = [listener] + connections.map(\.descriptor)
      var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      let ready = Set(waiting.dropFirst().filter { $0.revents != 0 }.map(\.fd))
      connections.removeAll { ready.contains($0.descriptor) && !$0.answer() }
      if waiting[0].revents != 0, hw_control_is_open(listener), let new = accept() { connections.append(new) }
    }
  }

  private func accept() -> ServedConnection? {
    var isAllowed = false
    let descriptor = hw_control_accept(listener, &isAllowed)
    guard descriptor >= 0 else {
      // The system has no descriptor left, and goes on telling that somebody waits.
      if descriptor != -EAGAIN { usleep(100_000) }
      return nil
    }
    let connection = ServedConnection(descriptor, since: since)
    if isAllowed { return connection }
    connection.send(.refused("only the user of the program (\(geteuid())) may have it recorded"))
    return nil
  }
}

/// A connection of a process that tells this one to record.
private final class ServedConnection {
  let descriptor: Int32
  private let since: Int
  private var received: [UInt8] = []
  /// The recording that it began, which ends with it.
  private var recording: TraceFile?

  init(_ descriptor: Int32, since: Int) { (self.descriptor, self.since) = (descriptor, since) }

  deinit {
    stop()
    hw_control_close(descriptor)
  }

  /// Takes what has come, and answers each line.
  /// - Returns: false if the connection is over.
  func answer() -> Bool {
    var bytes = [UInt8](repeating: 0, count: ControlFormat.longestLine)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    guard count > 0 else { return false }
    received += bytes[..<count]
    while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: received[..<end], as: UTF8.self)
      received.removeSubrange(...end)
      guard send(answer(to: line)) else { return false }
    }
    return received.count < ControlFormat.longestLine
  }

  @discardableResult
  func send(_ answer: ControlAnswer) -> Bool {
    let bytes = Array((answer.line + "\n").utf8)
    return hw_control_send(descriptor, bytes, bytes.count)
  }

  private func answer(to line: String) -> ControlAnswer {
    guard let fields = ControlFormat.fields(of: line) else {
      return .refused("it understands \"\(ControlFormat.greeting)\" only: use the headwater that its Rx belongs to")
    }
    guard let request = ControlRequest(fields: fields) else { return .refused("it does not know this request") }
    do {
      return .done(try result(of: request))
    } catch {
      return .refused("\(error)")
    }
  }

  private func result(of request: ControlRequest) throws -> [String] {
    switch request {
    case .state: return state.fields
    case .snapshot(let path): try TraceRecorder.snapshot(to: path)
    case .start(let path, let ring, let callsDescriptions):
      recording = try Recorder.start(
        RecordingOptions(
          path: path, maximumSize: ring, isRing: true, isStarted: true, callsDescriptions: callsDescriptions))
    case .stop: stop()
    case .end: Recorder.stop()
    }
    return []
  }

  private var state: ControlledState {
    let name = CommandLine.arguments.first.map { ($0 as NSString).lastPathComponent } ?? ""
    return ControlledState(name: name, since: since, recording: Recorder.file?.path)
  }

  /// The program may have ended the recording meanwhile, and begun another.
  private func stop() {
    if let recording { Recorder.stop(recording) }
    recording = nil
  }
}
