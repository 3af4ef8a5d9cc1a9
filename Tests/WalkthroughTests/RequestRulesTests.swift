import NIOHTTP1
import TestSupport
import Testing

@testable import SiteServing

/// The requests that are allowed.
@Suite(.oneAtATime) struct RequestRulesTests {
  private let rules = RequestRules(port: 18101)

  private func status(
    _ target: String = "/index.html", host: String = "localhost:18101", sentWith fields: [(String, String)] = []
  ) -> UInt {
    let headers = HTTPHeaders([("Host", host)] + fields)
    do throws(Refusal) {
      _ = try rules.demand(of: HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers))
      return 200
    } catch {
      return error.status.code
    }
  }

  @Test(arguments: [
    "localhost:18101", "LOCALHOST:18101", "localhost", "127.0.0.1", "127.0.0.1:18101", "[::1]", "[::1]:18101",
  ])
  func `this machine is answered`(host: String) { #expect(status(host: host) == 200) }

  @Test(arguments: [
    "example.org", "example.org:18101", "[::1].evil.com", "localhost:18101@evil.com", "user@localhost", "localhost.",
    "localhost:18102", "localhost:", "localhost:018101", "localhost, evil.com", "[::1", "127.0.0.2", "127.1", "", " ",
  ])
  func `other names are not`(host: String) {
    #expect(status(host: host) == 403)
    #expect(status("http://\(host)/index.html") == 403)
  }

  @Test func `a target may name the server`() {
    #expect(status("http://localhost:18101/index.html") == 200)
    #expect(status("HTTP://127.0.0.1:18101") == 200)
    #expect(status("https://localhost:18101/") == 400)
    #expect(status("*") == 400)
  }

  @Test(arguments: ["cross-site", "same-site", "anything"])
  func `pages of other sites load nothing`(site: String) {
    for destination in ["script", "iframe", "frame", "embed", "object", "image", "empty"] {
      let fields = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", destination)]
      #expect(status("/search/index.js", sentWith: fields) == 403)
    }
    #expect(status(sentWith: [("Sec-Fetch-Site", site)]) == 403)
    #expect(status(sentWith: [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", site)]) == 403)
    // A link that the reader follows.
    #expect(
      status(sentWith: [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")])
        == 200)
  }

  @Test func `own pages load everything`() {
    for site in ["same-origin", "none"] { #expect(status(sentWith: [("Sec-Fetch-Site", site)]) == 200) }
    for origin in ["http://localhost:18101", "http://127.0.0.1:18101", "http://[::1]:18101"] {
      #expect(status(sentWith: [("Origin", origin)]) == 200)
    }
  }

  @Test(arguments: [
    "http://evil.com", "null", "", "http://localhost", "http://localhost:18102", "https://localhost:18101",
    "http://localhost:18101.evil.com",
  ])
  func `other origins are refused`(origin: String) { #expect(status(sentWith: [("Origin", origin)]) == 403) }
}

/// The path of an address, byte by byte.
@Suite(.oneAtATime) struct SitePathTests {
  private func path(_ text: String) -> String? { RequestedPath(percentEncoded: text.utf8)?.relative }

  @Test func `paths are decoded`() {
    #expect(path("/") == "")
    #expect(path("/a/b.html") == "a/b.html")
    #expect(path("//a///b/") == "a/b")
    #expect(path("/%69ndex.html") == "index.html")
    #expect(path("/%C3%A9") == "é")
    // Decoded once.
    #expect(path("/%252e%252e/a") == "%2e%2e/a")
  }

  @Test(arguments: [
    "/%", "/%2", "/%zz", "/%+1", "/%ff%fe", "/%c0%ae%c0%ae/a", "/%ed%a0%80", "/a%00", "/a%0a", "/a\\b", "/a%5cb", "/é",
    "/a b",
    "/a#b", "/..", "/a/../b", "/%2e%2e/a", "/..%2fa", "/.git/config", "/a/.hidden", "/%2ehidden",
    // Characters that join with a neighbouring slash or full stop.
    "/a%D8%80/../../b", "/.%CC%81hidden", "/a/%2e%2e%CC%81", "/%2e%2e/%CC%81/b",
  ])
  func `what leaves the site is no path`(text: String) { #expect(path(text) == nil) }
}
