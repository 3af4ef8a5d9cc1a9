import Foundation
import NIOHTTP1
import RxTrace
import Synchronization
import TestSupport
import Testing

@testable import SiteServing

/// From a block of a preview to its line in the editor.
@Suite(.oneAtATime, .serialized) struct EditorRequestTests {
  /// An editor that writes down what it opens, or fails.
  private final class Editor: Sendable {
    private let list = Mutex<[String]>([])
    var lines: [String] { list.withLock { $0 } }

    func open(_ file: URL, _ line: Int) throws {
      guard line != 99 else { throw SystemError.failed("no editor is there") }
      list.withLock { $0.append("\(file.lastPathComponent):\(line)") }
    }
  }

  private let editor = Editor()

  private func ask(
    _ served: ServedSite, _ query: String, host: String = "localhost", origin: String? = nil
  ) throws -> RawAnswer {
    let origin = origin ?? "http://localhost:\(served.port)"
    let field = origin.isEmpty ? "" : "Origin: \(origin)\r\n"
    return try served.answer(
      to: "POST /_editor?\(query) HTTP/1.1\r\nHost: \(host):\(served.port)\r\n\(field)Connection: close\r\n\r\n")
  }

  @Test func `a line of a page opens`() async throws {
    let served = try await ServedSite(open: editor.open)
    #expect(try ask(served, "file=page.md&line=4").status == 200)
    #expect(editor.lines == ["page.md:4"])
    let failed = try ask(served, "file=page.md&line=99")
    #expect(failed.status == 422)
    #expect(failed.text == "no editor is there\n")
  }

  @Test func `nothing else does`() async throws {
    let served = try await ServedSite(open: editor.open)
    try served.files.write("secret", to: "other.md")
    for file in ["flow.swift", "none.md", "../other.md", served.files.root.path + "/other.md", ""] {
      #expect(try ask(served, "file=\(file)&line=1").status == 404, "\(file)")
    }
    for query in ["file=page.md&line=0", "file=page.md&line=x", "file=page.md", "line=4"] {
      #expect(try ask(served, query).status == 400, "\(query)")
    }
    #expect(editor.lines == [])
  }

  @Test func `a page of another site opens nothing`() async throws {
    let served = try await ServedSite(open: editor.open)
    for origin in ["", "null", "http://example.org", "http://localhost:1"] {
      #expect(try ask(served, "file=page.md&line=4", origin: origin).status == 403, "\(origin)")
    }
    #expect(try ask(served, "file=page.md&line=4", host: "example.org").status == 403)
    #expect(try served.get("/_editor?file=page.md&line=4").status == 404)
    #expect(editor.lines == [])
  }

  @Test func `another machine opens nothing`() throws {
    let head = HTTPRequestHead(
      version: .http1_1, method: .POST, uri: "/_editor?file=page.md&line=4",
      headers: ["Host": "localhost:18101", "Origin": "http://localhost:18101"])
    let rules = RequestRules(port: 18101, opensEditor: true)
    #expect(throws: Refusal(.forbidden, "the editor opens only for the user who started the server, on this machine")) {
      try rules.demand(of: head, on: RequestConnection())
    }
  }

  @Test func `a server without an editor takes no request for it`() async throws {
    #expect(try ask(try await ServedSite(), "file=page.md&line=4").status == 405)
  }

  // MARK: The lines of blocks

  private static let page = """
    # One

    Two.

    - three
    - four

      five

    > six

    | a | b |
    | --- | --- |
    | 1 | 2 |

    """

  @Test func `only a preview tells the lines of its blocks`() throws {
    let site = try MiniatureSite(page: Self.page)
    #expect(try !site.html().contains("source-line"))
    #expect(try !site.html().contains("edit.js"))
    try site.build(.preview)
    let html = try site.written("page.html")
    #expect(html.contains("data-file=\"page.md\""))
    #expect(
      MiniatureSite.body(in: html).matches(of: /<(\w+) data-source-line="(\d+)"/).map { "\($0.1) \($0.2)" } == [
        "h2 4", "p 6", "ul 8", "li 8", "p 8", "li 9", "p 9", "p 11", "blockquote 13", "p 13", "div 15",
      ])
  }

  @Test func `a page made from data tells the lines of its template`() throws {
    let site = try MiniatureSite([
      "atlas/page.md.mustache": "---\ntitle: \"{{title}}\"\n---\n{{#notes}}\n{{.}}\n\n{{/notes}}\nEnd.\n",
      "atlas/just.yml": "title: just\nnotes: [One., Two.]\n",
    ])
    try site.build(.preview)
    let html = try site.written("atlas/just.html")
    #expect(html.contains("data-file=\"atlas/page.md.mustache\""))
    #expect(
      html.matches(of: /<p data-source-line="(\d+)">(\w+)/).map { "\($0.1) \($0.2)" } == ["5 One", "5 Two", "8 End"])
  }
}
