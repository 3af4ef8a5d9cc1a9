import Foundation
import Rx
import RxCocoa
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension EngineTests {
  @Suite("URLSession, with a server on loopback") struct URLSessionTests {
    private let session = URLSession(configuration: .ephemeral)

    /// The only element of a sequence, or its error.
    private func outcome<Element>(of source: Observable<Element>) async -> Result<Element, any Error> {
      await withCheckedContinuation { continuation in
        _ = source.asSingle().subscribe { result in
          nonisolated(unsafe) let result = result
          continuation.resume(returning: result)
        }
      }
    }

    @Test("a response with any status is an element")
    func response() async throws {
      let server = try AnsweringServer(status: "404 Not Found", body: "gone")
      let answer = try await outcome(of: session.rx.response(request: URLRequest(url: server.url))).get()
      #expect(answer.response.statusCode == 404 && String(decoding: answer.data, as: UTF8.self) == "gone")
    }

    @Test("data and JSON come from a response between 200 and 299")
    func data() async throws {
      let server = try AnsweringServer(status: "200 OK", body: #"{"name": "Ada", "age": [36]}"#)
      let data = try await outcome(of: session.rx.data(request: URLRequest(url: server.url))).get()
      #expect(data.count == 28)
      let json = try await outcome(of: session.rx.json(url: server.url)).get() as? [String: Any]
      #expect(json?["name"] as? String == "Ada" && json?["age"] as? [Int] == [36])
    }

    @Test("another status, and data that is not JSON, are errors")
    func failures() async throws {
      let missing = try AnsweringServer(status: "500 Oops", body: "sorry")
      await #expect("the HTTP request failed with status 500") {
        try await outcome(of: session.rx.data(request: URLRequest(url: missing.url))).get()
      } throws: { error in
        guard case RxCocoaURLError.httpRequestFailed(let response, let data) = error else { return false }
        return response.statusCode == 500 && data == Data("sorry".utf8) && "\(error)".contains("status 500")
      }
      let text = try AnsweringServer(status: "200 OK", body: "no JSON")
      await #expect {
        try await outcome(of: session.rx.json(url: text.url)).get()
      } throws: { error in
        if case RxCocoaURLError.deserializationError = error { true } else { false }
      }
    }

    @Test("an error of the session ends the sequence")
    func unreachable() async throws {
      let url = try AnsweringServer(status: "200 OK", body: "").close()
      await #expect(throws: URLError.self) {
        try await outcome(of: session.rx.data(request: URLRequest(url: url))).get()
      }
    }

    @Test("a request is sent for each subscription, and not before")
    func subscriptions() async throws {
      let server = try AnsweringServer(status: "200 OK", body: "1")
      let data = session.rx.data(request: URLRequest(url: server.url))
      #expect(server.count == 0)
      for expected in 1...2 {
        _ = try await outcome(of: data).get()
        #expect(server.count == expected)
      }
    }

    @Test("disposal cancels the request")
    func disposal() async throws {
      let server = try AnsweringServer(status: nil, body: "")
      let (gone, told) = AsyncStream<Void>.makeStream()
      server.whenClientLeaves { told.finish() }
      let log = Log()
      let subscription = session.rx.data(request: URLRequest(url: server.url)).subscribe { log.add($0) }
      await server.firstRequest()
      subscription.dispose()
      for await _ in gone {}
      #expect(log.entries == [])
    }
  }
}

/// A server that sends one response to each request on its own port; none at all without a status.
private final class AnsweringServer: Sendable {
  let url: URL
  private let listener: Int32
  private let answered = Atomic<Int>(0)
  private let leaving = Mutex<@Sendable () -> Void>({})
  private let first = AsyncStream<Void>.makeStream()

  var count: Int { answered.load(ordering: .acquiring) }

  init(status: String?, body: String) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.listener = listener
    url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")!
    let answer = status.map {
      "HTTP/1.1 \($0)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
    Thread.detachNewThread { [weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 { self?.serve(client, answer) }
    }
  }

  deinit { stop() }

  /// - Returns: the address, on which no server listens any more.
  func close() -> URL {
    stop()
    return url
  }

  func whenClientLeaves(_ action: @escaping @Sendable () -> Void) { leaving.withLock { $0 = action } }

  func firstRequest() async { for await _ in first.stream { return } }

  private func serve(_ client: Int32, _ answer: String?) {
    var request = [UInt8](repeating: 0, count: 65_536)
    guard read(client, &request, request.count) > 0 else { return }
    answered.wrappingAdd(1, ordering: .releasing)
    first.continuation.yield()
    if let answer {
      _ = answer.withCString { write(client, $0, strlen($0)) }
    } else {
      while read(client, &request, request.count) > 0 {}
      leaving.withLock { $0 }()
    }
    Foundation.close(client)
  }

  private func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    Foundation.close(listener)
  }
}
