import Foundation
import NIOCore
import TestSupport
import Testing
import Walkthrough

@testable import SiteServing

/// A server on a port of its own, asked over raw connections.
@Suite(.oneAtATime, .serialized) struct SiteServerTests {
  @Test func `a page is served to its own pages only`() async throws {
    let served = try await ServedSite()
    let page = try served.get("/page.html?a=b")
    #expect(page.status == 200)
    #expect(page.text.contains("The first words."))
    #expect(page.field("Content-Type") == "text/html; charset=utf-8")
    #expect(page.field("Cross-Origin-Resource-Policy") == "same-origin")
    #expect(page.field("Cross-Origin-Opener-Policy") == "same-origin")
    #expect(page.field("Content-Security-Policy") == "frame-ancestors 'none'")
    #expect(!page.head.lowercased().contains("access-control"))
    #expect(try served.get("/").status == 200)
    #expect(try served.get("/page/").status == 404)
  }

  @Test func `an answer to HEAD has no body`() async throws {
    let served = try await ServedSite()
    let length = try served.get("/page.html").field("Content-Length")
    let connection = try served.connect(
      "HEAD /page.html HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD /none HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let heads = (1...2).map { _ in connection.answer(hasBody: false) }
    #expect(heads.map(\.status) == [200, 404])
    #expect(heads[0].field("Content-Length") == length)
    #expect(connection.rest() == [])
  }

  @Test(arguments: [
    ("GET\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("\u{16}\u{03}\u{01} hello\n", 400),
    ("\r\n\r\nGET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost localhost\r\n\r\n", 400),
    ("GET /é HTTP/1.1\r\nHost: localhost\r\n\r\n", 400), ("get / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: localhost\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", 413),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413),
  ])
  func `what is malformed is said and ends the connection`(request: String, status: Int) async throws {
    let served = try await ServedSite()
    let connection = try served.connect(request)
    let answer = connection.answer()
    #expect(answer.status == status)
    #expect(answer.field("Connection") == "close")
    // The library refuses a version that it does not know twice.
    #expect(connection.rest().isEmpty || status == 400)
    #expect(try served.get("/page.html").status == 200)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT"])
  func `nothing can be changed`(method: String) async throws {
    let served = try await ServedSite()
    let answer = try served.get("/page.html", "Content-Length: 5\r\n\r\nhello", method: method)
    #expect(answer.status == 405)
    #expect(answer.field("Allow") == "GET, HEAD")
  }

  @Test func `heads are limited`() async throws {
    let served = try await ServedSite()
    // A client that goes on sending may find the connection gone before it can read the answer.
    let tooLong = ["X: \(String(repeating: "a", count: 100_000))\r\n", (1...200).map { "X\($0): y\r\n" }.joined()]
    for fields in tooLong { #expect(try [400, nil].contains(served.get("/", fields).status)) }
    #expect(try [400, nil].contains(served.get("/" + String(repeating: "a", count: 500_000)).status))
    #expect(try served.get("/", "X: \(String(repeating: "a", count: 7_000))\r\n").status == 200)
  }

  @Test func `requests may come in pieces or together`() async throws {
    let served = try await ServedSite()
    let request = "GET /page.html HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let pieces = try served.connect()
    for byte in request.utf8 { pieces.send([byte]) }
    #expect(pieces.answer().status == 200)
    // On the same connection.
    pieces.send(String(repeating: request, count: 100))
    #expect((1...100).allSatisfy { _ in pieces.answer().text.contains("The first words.") })
  }

  @Test func `a refusal ends the connection`() async throws {
    let served = try await ServedSite()
    let connection = try served.connect(
      String(repeating: "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 2))
    let answer = connection.answer()
    #expect(answer.status == 404)
    #expect(answer.field("Connection") == "close")
    #expect(connection.rest() == [])
  }

  @Test func `links out of the site are refused, and so is what is not a file`() async throws {
    let served = try await ServedSite()
    let output = served.files.root.appendingPathComponent("dist").path
    try served.files.write("a secret", to: "secret.txt")
    try FileManager.default.createSymbolicLink(atPath: output + "/link.txt", withDestinationPath: "../secret.txt")
    mkfifo(output + "/pipe.txt", 0o600)
    try served.files.write("hidden", to: "dist/.hidden")
    for path in ["/link.txt", "/pipe.txt"] { #expect(try served.get(path).status == 404) }
    for path in ["/.hidden", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%ff%fe", "/%zz", "/%"] {
      #expect(try served.get(path).status == 400)
    }
  }

  /// An editor may take a page away for a moment, while it writes it anew.
  @Test func `a page that is not there is asked for again`() async throws {
    let served = try await ServedSite()
    #expect(try served.get("/later.html").field("Refresh") == "1")
    #expect(try served.get("/page.html").field("Refresh") == nil)
    #expect(try served.get("/%zz").field("Refresh") == nil)
  }

  @Test func `a long file comes whole`() async throws {
    let served = try await ServedSite()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    try served.files.write(Data(bytes), to: "dist/long.bin")
    #expect(try served.get("/long.bin").body == bytes)
  }

  @Test func `children do not inherit an ignored signal`() async throws {
    #if os(Linux)
      let served = try await ServedSite()
      #expect(try served.get("/").status == 200)
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let ignored = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
      #expect(try #require(ignored.flatMap { UInt64($0, radix: 16) }) & 1 << UInt64(SIGPIPE - 1) == 0)
    #endif
  }

  @Test func `a port that is taken is said`() async throws {
    let served = try await ServedSite()
    let second = SiteServer(site: served.site, port: served.port)
    await #expect {
      try await second.run(announce: { _ in }, report: { _ in })
    } throws: { error in
      "\(error)".hasPrefix("port \(served.port) cannot be listened on: ")
    }
  }
}

/// The share of the server that one client may use.
@Suite(.timeLimit(.minutes(1)), .oneAtATime, .serialized) struct ServingLimitsTests {
  private func limits(_ change: (inout ServingLimits) -> Void) -> ServingLimits {
    var limits = ServingLimits()
    change(&limits)
    return limits
  }

  @Test(arguments: ["", "GET /page.html HTTP/1.1\r\nHost: local"])
  func `a request that does not come whole is not waited for`(beginning: String) async throws {
    let served = try await ServedSite(limits { $0.requestTime = .milliseconds(100) })
    #expect(try served.connect(beginning).rest() == [])
  }

  @Test func `a connection without a next request is closed`() async throws {
    let served = try await ServedSite(limits { $0.requestTime = .seconds(1) })
    let used = try served.connect("GET /page.html HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(used.answer().status == 200)
    #expect(used.rest() == [])
  }

  @Test func `a reader that takes nothing is left`() async throws {
    let served = try await ServedSite(
      limits {
        $0.connections = 1
        $0.writeTime = .seconds(1)
      })
    try served.files.write(Data(count: 64 << 20), to: "dist/long.bin")
    let slow = try RawConnection(port: served.port, receiveBuffer: 4096)
    slow.send("GET /long.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(slow.receive())
    // The only connection that there may be comes free.
    let start = ContinuousClock.now
    var statuses: Set<Int?> = []
    while !statuses.contains(200), ContinuousClock.now - start < .seconds(60) {
      statuses.insert(try served.get("/page.html").status)
    }
    // A busy machine may not have asked before.
    #expect(statuses.contains(200) && statuses.isSubset(of: [200, nil]))
    #expect(slow.rest().count < 64 << 20)
    #expect(try served.get("/page.html").status == 200)
  }

  @Test func `too many questions for the next build are turned away`() async throws {
    let served = try await ServedSite(limits { $0.connections = 2 })
    let version = served.site.status.version
    let waiting = try served.connect("GET /_live?after=\(version) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    while served.site.waitingCount == 0 { await Task.yield() }
    // One connection stays free for pages.
    let second = try served.get("/_live?after=\(version)")
    #expect(second.status == 503)
    #expect(second.field("Retry-After") == "1")
    // The server may not have seen yet that the second connection has ended.
    while try served.get("/page.html").status != 200 { await Task.yield() }
    withExtendedLifetime(waiting) {}
  }

  @Test func `a connection that is one too many is closed`() async throws {
    let served = try await ServedSite(limits { $0.connections = 1 })
    let version = served.site.status.version
    let waiting = try served.connect("GET /_live?after=\(version) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    while served.site.waitingCount == 0 { await Task.yield() }
    for _ in 1...40 {
      #expect(try served.get("/page.html").status == nil)
    }
    withExtendedLifetime(waiting) {}
  }

  @Test func `a question for the next build is answered when it is done`() async throws {
    let served = try await ServedSite()
    let version = served.site.status.version
    let waiting = try served.connect("GET /_live?after=\(version) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    while served.site.waitingCount == 0 { await Task.yield() }
    try served.files.replace("content/page.md", by: "---\ntitle: Page\n---\nOther words.")
    let answer = waiting.answer()
    #expect(answer.status == 200)
    #expect(answer.text.contains("\"version\":\(version + 1)"))
    #expect(try served.get("/page.html").text.contains("Other words."))
  }

  @Test func `a reader who wants news is told of a build while it goes on`() async throws {
    let files = try MiniatureSite(page: "Words.")
    let isReady = DispatchSemaphore(value: 0)
    let site = LiveSite { memory in
      isReady.wait()
      return files.builder(memory: memory)
    }
    let before = site.status
    Thread.detachNewThread { site.rebuild() }
    let meanwhile = await site.status(after: before.version, before.news, within: 60)
    #expect(meanwhile.version == 0 && meanwhile.building == LiveSite.Progress())
    isReady.signal()
    let after = await site.status(after: 0, within: 60)
    #expect(after.version == 1 && after.building == nil && after.news > meanwhile.news)
  }

  @Test(.timeLimit(.minutes(2))) func `a pipe in the content is named and the site goes on`() async throws {
    let served = try await ServedSite()
    let pipe = served.files.root.appending(path: "content/pipe.md").path
    #expect(mkfifo(pipe, 0o600) == 0)
    while served.site.status.problems.isEmpty { await Task.yield() }
    #expect(served.site.status.problems[0].hasPrefix("content/pipe.md:1:1: error: is a pipe"))
    unlink(pipe)
    try served.files.replace("content/page.md", by: "---\ntitle: Page\n---\nOther words.")
    var status = served.site.status
    while !status.problems.isEmpty { status = await served.site.status(after: status.version, within: 60) }
    #expect(try served.get("/page.html").text.contains("Other words."))
  }

  @Test func `a status tells the page of each problem`() async throws {
    let served = try await ServedSite()
    let version = served.site.status.version
    try served.files.replace("content/page.md", by: "---\ntitle: Page\n---\n[x](nowhere.md) [y](#none)\n")
    var status = served.site.status
    while status.version == version { status = await served.site.status(after: version, within: 60) }
    let own = try #require(status.problemsOfPages["page.html"])
    #expect(own.count == 2 && own == status.problems)
    #expect(own.allSatisfy { $0.hasPrefix("content/page.md:4:") })
  }

  @Test func `a question for the next build does not wait for ever`() async throws {
    let served = try await ServedSite(limits { $0.longestWait = 0.1 })
    let version = served.site.status.version
    #expect(try served.get("/_live?after=\(version)").text.contains("\"version\":\(version)"))
    #expect(try served.get("/_live?after=99999999999999999999").status == 200)
  }

  @Test(.timeLimit(.minutes(2))) func `a reader who leaves waits no longer`() async throws {
    let served = try await ServedSite(limits { $0.longestWait = 3600 })
    let version = served.site.status.version
    let question = "GET /_live?after=\(version) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    let stays = try served.connect(question)
    var readers = try (1...20).map { _ in try served.connect(question) }
    while served.site.waitingCount < readers.count + 1 { await Task.yield() }
    readers = []
    while served.site.waitingCount > 1 { await Task.yield() }
    try served.files.replace("content/page.md", by: "---\ntitle: Page\n---\nOther words.")
    #expect(stays.answer().text.contains("\"version\":\(version + 1)"))
    #expect(served.site.waitingCount == 0)
  }
}
