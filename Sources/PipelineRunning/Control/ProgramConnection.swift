import Foundation
import RxTrace
import TraceFormat

/// A connection to a running program. A recording that was begun over the connection ends with it.
package final class ProgramConnection {
  private let descriptor: Int32
  private let process: Int32
  private var received: [UInt8] = []

  /// The seconds in which a program must answer, unless it has a recording to copy.
  private static let patience = 5

  /// - Throws: `POSIXError` if nobody listens there.
  init(to path: String, of process: Int32) throws {
    self.process = process
    #if canImport(Darwin)
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Self.error(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    setPatience(Self.patience)
    let status = Self.connect(descriptor, path)
    if status != 0 { throw Self.error(status) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static func error(_ number: Int32) -> POSIXError { POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }

  /// - Returns: 0 or an error number.
  private static func connect(_ descriptor: Int32, _ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return status == 0 ? 0 : errno
  }

  /// - Parameter seconds: the limit; 0 for no limit.
  private func setPatience(_ seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  // MARK: Requests

  /// - Throws: ``ControlFailure``, as all requests do.
  package func state() throws -> ControlledState {
    guard let state = ControlledState(fields: try ask(.state)) else { throw failure(Self.unclear) }
    return state
  }

  /// Makes the program copy its recording.
  /// - Parameter path: absolute, because the program has a working directory of its own.
  package func snapshot(to path: String) throws {
    // The state is asked for first, so that a program that does not answer is not waited for without a limit.
    _ = try state()
    setPatience(0)
    defer { setPatience(Self.patience) }
    _ = try ask(.snapshot(path: path))
  }

  /// Begins to record.
  /// - Parameter path: absolute.
  package func start(to path: String, ring: RingSize, callsDescriptions: Bool) throws {
    _ = try ask(.start(path: path, ring: ring.bytesOfRecords, callsDescriptions: callsDescriptions))
  }

  /// Ends the recording that this connection began.
  package func stop() throws { _ = try ask(.stop) }

  /// Ends the recording, whoever began it.
  package func end() throws { _ = try ask(.end) }

  /// Whether the program has ended, or has closed the connection. The program sends nothing else unless it is asked.
  package var isOver: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  // MARK: Lines

  private static let unclear = "what it answered makes no sense; is there another program at its socket?"

  private func failure(_ reason: String) -> ControlFailure { ControlFailure("\(process)", reason) }

  private func ask(_ request: ControlRequest) throws -> [String] {
    try send(request)
    let line = try self.line()
    guard let fields = ControlFormat.fields(of: line) else {
      let version = line.prefix { $0 != "\t" }.prefix(40)
      throw failure(
        "it speaks \"\(version)\", and this headwater \"\(ControlFormat.greeting)\": use the headwater that its Rx belongs to"
      )
    }
    switch ControlAnswer(fields: fields) {
    case .done(let fields): return fields
    case .refused(let reason): throw failure(reason)
    case nil: throw failure(Self.unclear)
    }
  }

  private func send(_ request: ControlRequest) throws {
    if case .snapshot(let path) = request { try check(path) }
    if case .start(let path, _, _) = request { try check(path) }
    var rest = Array((request.line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw lost() }
      rest = rest.dropFirst(count)
    }
  }

  private func check(_ path: String) throws {
    guard !path.contains(where: { $0.isNewline || $0 == "\t" }) else {
      throw failure("it cannot be told of a path with a tab or a line break in it: \(path)")
    }
  }

  private func line() throws -> String {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard received.count < ControlFormat.longestLine else { throw failure(Self.unclear) }
      var bytes = [UInt8](repeating: 0, count: ControlFormat.longestLine)
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw lost(isClosed: count == 0) }
      received += bytes[..<count]
    }
  }

  private func lost(isClosed: Bool = false) -> ControlFailure {
    if !isClosed, errno == EAGAIN { return failure("it does not answer; it may be stopped") }
    return failure("it has ended, or has closed the connection; it has at most 16 at a time")
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
