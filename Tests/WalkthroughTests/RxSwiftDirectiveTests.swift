import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// Tables of the types, methods and files of RxSwift, beside the symbols that do the same here: data in, HTML out.
@Suite("RxSwift's names beside this engine's", .oneAtATime)
struct RxSwiftDirectiveTests {
  private static let data = """
    version: 6.1.0
    parts:
      - part: flow
        steps:
          - step: {en: "The sink *forwards*", zh-Hans: "sink*转发*"}
            here: ["Sink.forwardOn(next:)"]
            there: ["Sink.forwardOn(_:)"]
            file: RxSwift/Observables/Sink.swift
            differs: {en: No `Event`, zh-Hans: 没有`Event`}
          - step: Only there
            there: [Bag]
            file: RxSwift/DataStructures/Bag.swift
        stack:
          - there: {en: your closure, zh-Hans: 你的闭包}
          - there: "`Sink.forwardOn(_:)`"
            here: "Sink.forwardOn(next:)"
      - part: other
        steps:
          - step: Only here
            here: [Just]

    """

  private func site(_ block: String, data: String = data) throws -> MiniatureSite {
    let site = try MiniatureSite(page: block)
    try site.write(data, to: "content/rxswift/steps.yml")
    return site
  }

  private func error(_ block: String, data: String = data) throws -> String {
    try site(block, data: data).errors().replacing("content/page.md:", with: "")
  }

  @Test func `each step has its names and its file`() throws {
    let html = try site("```rxswift part=flow\n```").body()
    #expect(html.contains("<th scope=\"col\">RxSwift 6.1.0</th>"))
    #expect(
      html.contains("<td>The sink <em>forwards</em><p class=\"rxswift-differs\"><b>Difference</b> No <code>Event"))
    #expect(html.contains("<code>Sink.<wbr>forward<wbr>On(next:<wbr>)</code></a></td>"))
    #expect(
      html.contains("<code>Sink.<wbr>forward<wbr>On(_:<wbr>)</code><br><span class=\"rxswift-file\">Rx<wbr>Swift/"))
    #expect(html.contains("<td>Only there</td><td>–</td>"))
    #expect(html.contains("<a href=\"source/Rx/Core.html#L"))
  }

  @Test func `a step that RxSwift does not have has a dash`() throws {
    let html = try site("```rxswift part=other\n```").body()
    #expect(html.contains("<td>Only here</td><td><a href="))
    #expect(html.contains("<code>Just</code></a></td><td>–</td></tr>"))
    #expect(!html.contains("rxswift-differs"))
  }

  @Test func `a stack is numbered from the innermost frame`() throws {
    let html = try site("```rxswift part=flow show=stack\n```").body()
    #expect(html.contains("<tr><td>0</td><td>your closure</td><td></td></tr>"))
    #expect(html.contains("<tr><td>1</td><td><code>Sink.forwardOn(_:)</code></td><td><a href="))
  }

  @Test func `text is in the page's language`() throws {
    let site = try site("```rxswift part=flow\n```")
    try site.write("---\ntitle: 页面\n---\n```rxswift part=flow\n```\n", to: "content/page.zh-Hans.md")
    let html = try site.body("page.zh-Hans.html")
    #expect(html.contains("<td>sink<em>转发</em><p class=\"rxswift-differs\"><b>差别</b> 没有<code>Event</code></p></td>"))
  }

  @Test func `the table leads to the page with all of them`() throws {
    let site = try site("```rxswift part=flow\n```")
    try site.write("---\ntitle: All\n---\n```rxswift part=flow\n```\n", to: "content/rxswift/index.md")
    #expect(try site.body().contains("<p class=\"rxswift-more\"><a href=\"rxswift/index.html\">"))
    #expect(try !site.body("rxswift/index.html").contains("rxswift-more"))
  }

  // MARK: Mistakes

  @Test func `an unknown part is an error that suggests one`() throws {
    #expect(
      try error("```rxswift part=flwo\n```") == "4:17: error: no part `flwo` in rxswift/steps.yml; nearest: `flow`")
  }

  @Test func `a part without a stack has none to show`() throws {
    #expect(
      try error("```rxswift part=other show=stack\n```")
        == "4:17: error: the part `other` has no `stack` in rxswift/steps.yml")
  }

  @Test func `every symbol that does not exist is reported with its place`() throws {
    let data = Self.data.replacing("Sink.forwardOn(next:)", with: "Sink.forwardOn(last:)")
    #expect(
      try error("```rxswift part=flow\n```", data: data)
        == "4:4: error: rxswift/steps.yml:6:16: no such symbol `Sink.forwardOn(last:)`; nearest: `Sink.forwardOn(next:)`"
    )
  }

  @Test(arguments: [
    ("version: 6.1.0", "verison: 6.1.0", "1:1: unknown key `verison` of the data; nearest: `version`"),
    ("        file: RxSwift/DataStructures/Bag.swift\n", "", "10:9: a step with `there` needs the `file`"),
    ("here: [Just]", "here: Just", "20:15: `here` must be a list of names"),
    ("part: other", "part: flow", "17:5: the part `flow` is there twice"),
  ])
  func `mistakes in the data are told with their place`(right: String, wrong: String, message: String) throws {
    let found = try error("```rxswift part=flow\n```", data: Self.data.replacing(right, with: wrong))
    #expect(found == "4:4: error: rxswift/steps.yml:" + message)
  }

  @Test func `without the data the block says what it needs`() throws {
    let error = try MiniatureSite(page: "```rxswift part=flow\n```").errors()
    #expect(error.contains("`rxswift` needs the file rxswift/steps.yml in the content folder"))
  }

  // MARK: The data of this repository

  @Test func `every symbol of the repository's data is in the sources`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try String(contentsOf: root.appendingPathComponent("content/rxswift/steps.yml"), encoding: .utf8)
    let facts = try RxSwiftFacts(yaml: data)
    let index = SourceIndex(files: SourceIndex.files(in: [root.appendingPathComponent("Sources/Rx")]))
    #expect(facts.parts.count >= 10)
    for part in facts.parts {
      #expect(part.steps.allSatisfy { !$0.here.isEmpty && !$0.there.isEmpty })
      for name in part.steps.flatMap(\.here) + part.stack.compactMap(\.here) {
        #expect(throws: Never.self, "\(name.text), line \(name.place.line)") { try index.declaration(named: name.text) }
      }
    }
  }

  @Test func `files of RxSwift are paths of its modules`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try String(contentsOf: root.appendingPathComponent("content/rxswift/steps.yml"), encoding: .utf8)
    for step in try RxSwiftFacts(yaml: data).parts.flatMap(\.steps) {
      #expect(
        ["RxSwift/", "RxRelay/", "RxCocoa/"].contains { step.file.hasPrefix($0) } && step.file.hasSuffix(".swift"))
    }
  }
}
