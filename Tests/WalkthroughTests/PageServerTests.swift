import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import SiteServing

@Suite("Serving pages of a run", .oneAtATime)
struct PageServerTests {
  private static let token = "the-token"

  private static func pages(act: @escaping @Sendable (PageServer.Action) throws -> Void = { _ in }) -> ServedPages {
    ServedPages(
      [
        "": PageServer.Page { Array("first".utf8) },
        "marbles": PageServer.Page(type: "image/svg+xml") { Array("<svg/>".utf8) },
      ],
      token: token, act: act)
  }

  private func path(_ text: String) throws -> RequestedPath { try #require(RequestedPath(percentEncoded: text.utf8)) }

  @Test("Pages are found below the token, and nowhere else")
  func token() throws {
    let pages = Self.pages()
    #expect(try String(decoding: pages.page(at: path("/the-token/")).bytes, as: UTF8.self) == "first")
    #expect(try pages.page(at: path("/the-token/marbles")).type == "image/svg+xml")
    for wrong in ["/", "/marbles", "/the-toke/marbles", "/the-tokens/marbles"] {
      #expect(throws: Refusal(.forbidden, "the address has to hold the token")) { try pages.page(at: path(wrong)) }
    }
    #expect(throws: Refusal(.notFound, "there is no page threads")) { try pages.page(at: path("/the-token/threads")) }
  }

  @Test("A page whose path is known late is found, and another one is not")
  func others() throws {
    let pages = ServedPages(
      [:], others: { $0 == "part-2" ? PageServer.Page { Array("second".utf8) } : nil }, token: Self.token, act: { _ in }
    )
    #expect(try String(decoding: pages.page(at: path("/the-token/part-2")).bytes, as: UTF8.self) == "second")
    #expect(throws: Refusal(.notFound, "there is no page part-3")) { try pages.page(at: path("/the-token/part-3")) }
  }

  @Test("An action is done with its values, and its failure is the answer")
  func actions() throws {
    struct Wrong: Error, CustomStringConvertible { let description = "no such editor" }
    let pages = Self.pages { action in
      #expect(action == PageServer.Action(name: "_editor", values: ["file": "a b.swift", "line": "3"]))
      throw Wrong()
    }
    #expect(throws: Refusal(.unprocessableEntity, "no such editor")) {
      try pages.perform(path("/the-token/_editor"), ["file": "a b.swift", "line": "3"])
    }
    #expect(throws: Refusal(.forbidden, "the address has to hold the token")) {
      try pages.perform(path("/other/_editor"), [:])
    }
  }

  private func demand(_ method: HTTPMethod, _ headers: [(String, String)], takesActions: Bool = true) throws
    -> RequestRules.Demand
  {
    let head = HTTPRequestHead(
      version: .http1_1, method: method, uri: "/t/_editor?file=Sources%2Fa%20b.swift&line=3",
      headers: HTTPHeaders([("host", "localhost:80")] + headers))
    return try RequestRules(port: 80, takesActions: takesActions).demand(of: head)
  }

  @Test("A page of this server may ask for an action")
  func action() throws {
    let demand = try demand(.POST, [("origin", "http://localhost"), ("sec-fetch-site", "same-origin")])
    #expect(demand == .action(try path("/t/_editor"), ["file": "Sources/a b.swift", "line": "3"]))
  }

  @Test(
    "No other page may, and no program that does not say which page sends it",
    arguments: [
      [], [("origin", "http://example.org")], [("origin", "null")], [("origin", "http://localhost:8080")],
      [("origin", "http://localhost"), ("sec-fetch-site", "cross-site")],
    ])
  func foreign(headers: [(String, String)]) {
    #expect {
      try demand(.POST, headers)
    } throws: {
      ($0 as? Refusal)?.status == .forbidden
    }
  }

  @Test("A link or a form of another site starts nothing, and a site's preview takes no actions")
  func methods() throws {
    #expect(try demand(.GET, [("origin", "http://localhost")]) == .file(try path("/t/_editor")))
    #expect {
      try demand(.POST, [("origin", "http://localhost")], takesActions: false)
    } throws: {
      ($0 as? Refusal)?.status == .methodNotAllowed
    }
  }
}
