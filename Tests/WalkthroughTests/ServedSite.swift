import Foundation
import Synchronization

@testable import SiteServing

/// A miniature site that is served on a port of the system's choice until nobody holds it.
final class ServedSite: Sendable {
  let files: MiniatureSite
  let site: LiveSite
  let port: UInt16
  private let serving: Task<Void, any Error>

  init(
    _ limits: ServingLimits = ServingLimits(), host: String? = nil, runs: ProgramRuns? = nil,
    open: SiteServer.OpenFile? = nil
  ) async throws {
    let files = try MiniatureSite(page: "The first words.")
    let site = LiveSite { files.builder(memory: $0) }
    let (addresses, announced) = AsyncStream.makeStream(of: String.self)
    serving = Task {
      defer { announced.finish() }
      let server = SiteServer(site: site, port: 0, limits: limits, host: host, runs: runs, open: open)
      try await server.run(announce: { announced.yield($0) }, report: { _ in })
    }
    self.files = files
    self.site = site
    var first: String?
    for await address in addresses {
      first = address
      break
    }
    guard let first, let port = URL(string: first)?.port else {
      try await serving.value
      throw CancellationError()
    }
    self.port = UInt16(port)
    _ = await site.status(after: 0, within: 60)
  }

  deinit { end() }

  func end() { serving.cancel() }

  func connect(_ bytes: String = "") throws -> RawConnection {
    let connection = try RawConnection(port: port)
    connection.send(bytes)
    return connection
  }

  /// The whole answer to one request, which ends its connection.
  func answer(to bytes: String) throws -> RawAnswer { try connect(bytes).answer() }

  func get(_ target: String, _ fields: String = "", method: String = "GET") throws -> RawAnswer {
    try answer(
      to: "\(method) \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(fields)Connection: close\r\n\r\n")
  }
}

/// An answer as it came.
struct RawAnswer {
  var head: String
  var body: [UInt8]

  /// Nil for bytes that are not an answer, such as none at all.
  var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
  var text: String { String(decoding: body, as: UTF8.self) }

  func field(_ name: String) -> String? {
    head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}

/// A connection that sends the given bytes, well-formed or not.
final class RawConnection {
  private let socket: Int32
  private var received: [UInt8] = []

  /// - Parameter receiveBuffer: bytes that the system takes before anyone reads them; nil for as many as usual.
  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    #if canImport(Darwin)
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(socket) }

  /// A server may have closed the connection already; its earlier answer can still be read.
  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes[sent...].withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      sent += count
    }
  }

  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Everything until the server ends the connection.
  func rest() -> [UInt8] {
    while receive() {}
    defer { received = [] }
    return received
  }

  /// The next answer on a connection that goes on, or the last one.
  func answer(hasBody: Bool = true) -> RawAnswer {
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    repeat {
      end = received.indices.first { received[$0...].starts(with: mark) }
    } while end == nil && receive()
    guard let end else { return RawAnswer(head: "", body: received) }
    var answer = RawAnswer(head: String(decoding: received[..<end], as: UTF8.self), body: [])
    received.removeFirst(end + mark.count)
    let length = hasBody ? answer.field("Content-Length").flatMap { Int($0) } ?? 0 : 0
    while received.count < length, receive() {}
    answer.body = Array(received.prefix(length))
    received.removeFirst(answer.body.count)
    return answer
  }

  /// - Returns: false when nothing more comes.
  func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = recv(socket, &bytes, bytes.count, 0)
    if count > 0 { received += bytes[..<count] }
    return count > 0
  }
}
