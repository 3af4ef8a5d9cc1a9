import Foundation
import NIOHTTP1
import PipelineRunning
import RxTrace
import Synchronization
import TestSupport
import Testing

@testable import SiteServing
@testable import Walkthrough

/// The readers who may have a server run programs. The rules are asked directly here, and over connections below.
@Suite(.oneAtATime, .serialized) struct RunAccessTests {
  private func status(
    _ method: HTTPMethod = .POST, access: RunAccess? = RunAccess(token: "secret", isForAnyone: true),
    from connection: RequestConnection = RequestConnection(), changing name: String = "", to value: String? = nil
  ) -> UInt {
    var fields = [
      "host": "localhost:18101", "origin": "http://localhost:18101", "content-type": "application/json",
      "headwater-token": "secret", "content-length": "2",
    ]
    if !name.isEmpty { fields[name] = value }
    let head = HTTPRequestHead(
      version: .http1_1, method: method, uri: "/_run", headers: HTTPHeaders(fields.map { ($0.key, $0.value) }))
    do throws(Refusal) {
      let demand = try RequestRules(port: 18101, runs: access).demand(of: head, on: connection)
      #expect(demand == (method == .GET ? .session : .run))
      return 200
    } catch {
      return error.status.code
    }
  }

  @Test func `a page of the server is answered`() {
    #expect(status() == 200)
    #expect(status(.GET) == 200)
    #expect(status(access: nil) == 403)
    #expect(status(.PUT) == 405)
  }

  @Test(arguments: [
    ("host", "evil.com:18101", 403), ("host", "localhost:18102", 403), ("host", nil, 400),
    ("origin", "http://evil.com", 403), ("origin", "null", 403), ("origin", nil, 403),
    ("origin", "http://localhost:18102", 403), ("sec-fetch-site", "cross-site", 403),
    ("sec-fetch-site", "same-site", 403), ("headwater-token", "secreT", 403), ("headwater-token", "", 403),
    ("headwater-token", nil, 403), ("content-type", "text/plain", 415), ("content-type", nil, 415),
    ("content-length", nil, 413), ("content-length", "\(RunOrder.mostBytes + 1)", 413), ("content-length", "-1", 413),
    ("transfer-encoding", "chunked", 413),
  ])
  func `nothing else is`(name: String, value: String?, expected: UInt) {
    #expect(status(changing: name, to: value) == expected)
  }

  @Test func `others are refused unless anyone may`() {
    let own = RunAccess(token: "secret", isForAnyone: false)
    // Neither is known to be on this machine.
    #expect(status(access: own) == 403)
    #expect(status(.GET, access: own) == 403)
    // It is, and nobody says whose it is.
    var local = RequestConnection()
    local.isLocal = true
    #if os(Linux)
      #expect(status(access: own, from: local) == 403)
    #endif
  }

  @Test func `the system says whose a connection is`() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:46B5 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 21 1
         1: 0100007F:9C40 0100007F:46B5 01 00000000:00000000 00:00000000 00000000  1000        0 22 1
         2: 0100007F:46B5 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 23 1
      """
    #expect(RequestConnection.owners(of: (client: 0x9C40, server: 0x46B5), in: table) == [1000])
    #expect(RequestConnection.owners(of: (client: 0x9C41, server: 0x46B5), in: table) == [])
  }
}

/// Runs over connections, with programs that the test makes up.
@Suite(.timeLimit(.minutes(1)), .oneAtATime, .serialized) struct RunDeskTests {
  /// Runs that go on until they are cancelled.
  private final class Endless: Sendable {
    private let state = Mutex((begun: 0, ended: 0))
    var begun: Int { state.withLock { $0.begun } }
    var ended: Int { state.withLock { $0.ended } }

    var runs: ProgramRuns {
      ProgramRuns { [self] _, supervision, _ in
        state.withLock { $0.begun += 1 }
        defer { state.withLock { $0.ended += 1 } }
        while !supervision.cancellation.isCancelled { Thread.sleep(forTimeInterval: 0.005) }
        throw RunCancelled()
      }
    }
  }

  private func token(of served: ServedSite) throws -> String {
    let answer = try served.get("/_run")
    #expect(answer.status == 200)
    return try #require(try JSONDecoder().decode([String: String].self, from: Data(answer.body))["token"])
  }

  private func order(_ served: ServedSite, _ body: String, token: String, host: String = "localhost") -> String {
    "POST /_run HTTP/1.1\r\nHost: \(host):\(served.port)\r\nOrigin: http://\(host):\(served.port)\r\n"
      + "Content-Type: application/json\r\nHeadwater-Token: \(token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func body(tab: String = "a", text: String? = nil, more: String = "") -> String {
    let text = text.map { ", \"text\": \($0.debugDescription)" } ?? ""
    return "{\"program\": \"flow.swift\", \"tab\": \"\(tab)\"\(text)\(more)}"
  }

  @Test func `a run is answered with its parts and its differences`() async throws {
    let seen = Mutex<[ProgramTrial]>([])
    let served = try await ServedSite(
      runs: ProgramRuns { trial, _, report in
        seen.withLock { $0.append(trial) }
        report("flow.swift:2:1: warning: unused\n")
        var run = PipelineRun(trace: .flow, output: "1\n2\n", status: 0)
        run.usesRx = true
        return run
      })
    // The first one that the server asks for warms up the compiler.
    let connection = try served.connect(order(served, body(text: "print(2)\n"), token: try token(of: served)))
    let answer = connection.answer()
    #expect(answer.status == 200)
    #expect(answer.field("Content-Type") == "application/json")
    #expect(answer.text.contains(#"{"column":1,"level":"warning","line":2,"text":"unused"}"#))
    #expect(answer.text.contains(#"{"change":"same","text":"1"},{"change":"added","text":"2"}"#))
    #expect(answer.text.contains(#""name":"marbles""#) && answer.text.contains(#""name":"steps""#))
    // The next one on the same connection: with other arguments, and only a picture.
    connection.send(
      order(served, body(more: #", "arguments": ["-1-|"], "parts": ["marbles"]"#), token: try token(of: served)))
    let picture = connection.answer().text
    #expect(picture.contains(#""name":"marbles""#) && !picture.contains(#""name":"steps""#))
    let trials = seen.withLock { $0.filter { $0.path == "flow.swift" } }
    #expect(trials.map(\.text) == ["print(2)\n", MiniatureSite.pipeline])
    #expect(trials.map(\.arguments) == [[], ["-1-|"]])
  }

  @Test func `a program that does not compile is answered with the messages`() async throws {
    let served = try await ServedSite(
      runs: ProgramRuns { _, _, _ in
        throw PipelineError.doesNotCompile(file: "flow.swift", diagnostics: "flow.swift:3:9: error: no such thing\n")
      })
    let answer = try served.connect(order(served, body(text: "x"), token: try token(of: served))).answer()
    #expect(answer.status == 200)
    #expect(answer.text.contains(#"{"column":9,"level":"error","line":3,"text":"no such thing"}"#))
  }

  @Test func `requests that are refused start nothing`() async throws {
    let endless = Endless()
    let served = try await ServedSite(runs: endless.runs)
    while endless.begun == 0 { await Task.yield() }
    let token = try token(of: served)
    for (request, status) in [
      (order(served, body(), token: "guess"), 403), (order(served, body(), token: token, host: "evil.com"), 403),
      (order(served, body(), token: token).replacing("Origin: http://localhost", with: "Origin: http://evil.com"), 403),
      (order(served, "{", token: token), 400), (order(served, "[]", token: token), 400),
      (order(served, #"{"program": "flow.swift", "tab": "\#u{5C}u0000"}"#, token: token), 400),
    ] {
      #expect(try served.answer(to: request).status == status)
    }
    // Only the program that warms up the compiler.
    #expect(endless.begun == 1)
    #expect(try served.get("/page.html").status == 200)
  }

  @Test(arguments: ["../secret.swift", "/etc/passwd", "page.md", "none.swift", "flow.swift/../flow.swift"])
  func `only programs of the site are run`(path: String) async throws {
    let served = try await ServedSite(runs: ProgramRuns { _, _, _ in throw RunCancelled() })
    let body = body().replacing("flow.swift", with: path)
    #expect(try served.connect(order(served, body, token: try token(of: served))).answer().status == 404)
  }

  @Test func `a server that runs nothing says so`() async throws {
    let served = try await ServedSite()
    #expect(try served.get("/_run").status == 403)
    #expect(try served.answer(to: order(served, body(), token: "x")).status == 403)
  }

  @Test func `a run ends when its page goes`() async throws {
    let endless = Endless()
    let served = try await ServedSite(runs: endless.runs)
    while endless.begun < 1 { await Task.yield() }
    var page: RawConnection? = try served.connect(order(served, body(), token: try token(of: served)))
    while endless.begun < 2 { await Task.yield() }
    #expect(endless.ended == 0)
    withExtendedLifetime(page) {}
    page = nil
    while endless.ended < 1 { await Task.yield() }
  }

  @Test func `a page has one run at a time`() async throws {
    let endless = Endless()
    let served = try await ServedSite(runs: endless.runs)
    while endless.begun < 1 { await Task.yield() }
    let token = try token(of: served)
    let first = try served.connect(order(served, body(tab: "a"), token: token))
    while endless.begun < 2 { await Task.yield() }
    let second = try served.connect(order(served, body(tab: "a"), token: token))
    #expect(first.answer().status == 409)
    while endless.begun < 3 { await Task.yield() }
    #expect(endless.ended == 1)
    withExtendedLifetime(second) {}
  }

  @Test func `too many runs are turned away and all end with the server`() async throws {
    let endless = Endless()
    let served = try await ServedSite(runs: endless.runs)
    let token = try token(of: served)
    // The run that no page asked for goes on, and takes no page's place.
    while endless.begun < 1 { await Task.yield() }
    let pages = try (1...17).map { try served.connect(order(served, body(tab: "\($0)"), token: token)) }
    // One of them is one too many; which one is not certain.
    let statuses = Mutex<[Int?]>([])
    for page in pages {
      let reader = UncheckedPage(page)
      Thread.detachNewThread {
        let status = reader.page.answer().status
        statuses.withLock { $0.append(status) }
      }
    }
    while statuses.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(statuses.withLock { $0 } == [503])
    served.end()
    while endless.ended < endless.begun || statuses.withLock({ $0.count }) < 17 { await Task.yield() }
    #expect(statuses.withLock { $0 }.count { $0 == 503 } == 1)
  }

  /// Handed to the one thread that reads it.
  private struct UncheckedPage: @unchecked Sendable {
    let page: RawConnection
    init(_ page: RawConnection) { self.page = page }
  }

  @Test func `an address of this machine that others can reach is served`() async throws {
    let served = try await ServedSite(host: "0.0.0.0", runs: Endless().runs)
    #expect(try served.get("/page.html").status == 200)
    // Its own address is a name that it answers to, and no other name is.
    for (host, status) in [("127.0.0.1", 200), ("0.0.0.0", 200), ("evil.com", 403)] {
      let request = "GET /page.html HTTP/1.1\r\nHost: \(host):\(served.port)\r\nConnection: close\r\n\r\n"
      #expect(try served.answer(to: request).status == status)
    }
  }
}
