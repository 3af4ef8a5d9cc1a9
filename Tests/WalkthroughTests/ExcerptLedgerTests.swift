import Foundation
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// The excerpts that an author has accepted, and the messages when they change.
@Suite(.oneAtATime) struct ExcerptLedgerTests {
  private func excerpt(_ text: String, name: String = "Sink.on", line: Int = 3) -> ShownExcerpt {
    ShownExcerpt(page: "a.md", name: name, text: text, place: Place(line: line, column: 11))
  }

  private func accepting(_ excerpts: ShownExcerpt...) -> ExcerptLedger {
    var ledger = ExcerptLedger()
    ledger.accept(excerpts, of: "a.md")
    return ledger
  }

  @Test func `what is as it was is not mentioned`() {
    let (errors, warnings) = accepting(excerpt("a\nb")).check([excerpt("a\nb")], of: "a.md")
    #expect(errors.isEmpty && warnings.isEmpty)
  }

  @Test func `a change is shown line by line`() {
    let before = "one\ntwo\nthree\nfour\nfive\nsix\nseven"
    let after = "one\ntwo\nthree\nfour\n5\nsix\nseven\neight"
    let (errors, _) = accepting(excerpt(before)).check([excerpt(after)], of: "a.md")
    #expect(
      errors == [
        Problem(
          line: 3, column: 11,
          """
          the excerpt `Sink.on` is not as it was accepted; read the text around it again, then \
          `headwater site accept a.md`:
                …
                three
                four
              - five
              + 5
                six
                seven
              + eight
          """)
      ])
  }

  @Test func `what is new is counted once a page`() {
    let new = [excerpt("a", name: "A"), excerpt("b", name: "B", line: 9), excerpt("a", name: "A", line: 12)]
    let (errors, warnings) = ExcerptLedger().check(new, of: "a.md")
    #expect(errors.isEmpty)
    #expect(
      warnings == [Problem(line: 3, column: 11, "2 excerpts have not been accepted yet: `headwater site accept a.md`")])
  }

  @Test func `accepting forgets what the page shows no more`() {
    var ledger = accepting(excerpt("a", name: "A"), excerpt("b", name: "B"))
    ledger.accept([excerpt("b2", name: "B")], of: "a.md")
    #expect(ledger == accepting(excerpt("b2", name: "B")))
    ledger.keep(pages: ["b.md"])
    #expect(ledger == ExcerptLedger())
  }

  @Test(arguments: [
    "a", "  indented\n\n\ttab", "", "\n", "- x: \"y\" # z", "back\\slash \u{1}\u{7F}\u{85}\u{2028}", "你好 🙂", "'",
    "|\n>",
  ])
  func `every text comes back`(text: String) throws {
    let ledger = accepting(excerpt(text, name: text + "!"))
    #expect(try ExcerptLedger(yaml: ledger.yaml) == ledger)
  }

  @Test func `the file is read and written`() throws {
    let site = try MiniatureSite()
    let folder = site.root.appendingPathComponent("content")
    #expect(try ExcerptLedger.read(from: folder) == nil)
    let ledger = accepting(excerpt("a\n  b"))
    try ledger.write(to: folder)
    #expect(try ExcerptLedger.read(from: folder) == ledger)
    #expect(
      try String(contentsOf: folder.appendingPathComponent("accepted.yml"), encoding: .utf8) == """
        # The excerpts that an author has looked at. Written by `headwater site accept`.
        "a.md":
          "Sink.on":
          - "a"
          - "  b"

        """)
  }

  @Test(arguments: ["- a", "a: [", "a: b"])
  func `a damaged file is named`(yaml: String) throws {
    let site = try MiniatureSite()
    let folder = site.root.appendingPathComponent("content")
    try site.write(yaml, to: "content/accepted.yml")
    #expect {
      try ExcerptLedger.read(from: folder)
    } throws: { error in
      "\(error)".contains("accepted.yml: ") && "\(error)".contains("`headwater site accept` again")
    }
  }
}
