import Foundation
import TestSupport
import Testing

@testable import Walkthrough

/// Which words of an excerpt lead to a declaration: a wrong link is worse than none.
@Suite(.oneAtATime) struct SymbolTests {
  static let pump = """
    /// Moves *water*, with a ``Valve``.
    ///
    /// More about it.
    public final class Pump: Machine {
      private let valve: Valve
      private var handlers: [Int] = []

      init(valve: Valve) { self.valve = valve }

      func work(_ inlet: Valve, amount: Int) {
        let turned = inlet.turn(by: amount)
        valve.turn()
        self.rest()
        handlers.append(amount)
        handlers.reduce(into: 0) { total, amount in total += amount }
        unknown.turn(by: 2)
        turned.openWidely()
        halt()
        // Valve, in a comment
        print("Valve", rest)
      }

      func shadowed(rest: Int) -> Int { rest }
      func append(_ other: Pump) {}
    }
    final class Valve {
      func turn() {}
      func turn(by amount: Int) -> Valve { self }
      func openWidely() {}
    }
    class Machine {
      /// Stops at once.
      func halt() {}
      func rest() {}
    }

    """

  private func html(_ symbol: String) throws -> String {
    let site = try MiniatureSite(page: "```source symbol=\"\(symbol)\"\n```")
    try site.write(Self.pump, to: "Rx/Pump.swift")
    return try site.html()
  }

  /// The linked words of a symbol's excerpt, each with the line that it leads to.
  private func links(_ symbol: String) throws -> [String] {
    try html(symbol).matches(of: /<a (?:class="[^"]+" )?href="source\/Rx\/Pump.html#L(\d+)">([^<\/]+)</).map {
      "\($0.output.2) \($0.output.1)"
    }
  }

  @Test func `what is linked`() throws {
    #expect(
      try links("Pump.work") == [
        "work 10", "Valve 26", "turn 28", "valve 5", "turn 27", "rest 34", "handlers 6", "handlers 6", "openWidely 29",
        "halt 33", "rest 34",
      ])
  }

  @Test func `a parameter hides a member`() throws { #expect(try links("Pump.shadowed") == ["shadowed 23"]) }

  @Test func `only code is linked, and an interpolation is code`() throws {
    let source = """
      final class Report {
        let total = 1
        func text() -> String { "total \\(total)" /* total */ }
        func longText() -> String {
          \"\"\"
          total
          \\(total) total
          \"\"\"
        }
      }

      """
    let site = try MiniatureSite(page: "```source symbol=Report\n```")
    try site.write(source, to: "Rx/Report.swift")
    let lines = try site.html().split(separator: "\n").filter { $0.contains("total") }.map { line in
      line.components(separatedBy: ">total</a>").count - 1
    }
    #expect(lines.reduce(0, +) == 3)
  }

  @Test func `a generic parameter is not the associated type of that name`() throws {
    let source = "protocol Source {\n  associatedtype Item\n}\nfinal class Store<Item> {}\n"
    let site = try MiniatureSite(page: "```source symbol=Store\n```")
    try site.write(source, to: "Rx/Store.swift")
    let html = try site.html()
    #expect(html.contains(">Store</a>") && !html.contains(">Item</a>"))
  }

  @Test func `the cards of a file lie beside its page`() throws {
    let site = try MiniatureSite(page: "```source symbol=Pump\n```")
    try site.write(Self.pump, to: "Rx/Pump.swift")
    try site.build()
    let cards = try site.written("source/Rx/Pump.cards.js")
    #expect(cards.hasPrefix("headwaterCards({"))
    #expect(
      cards.contains(
        #""4 Pump":"\u003Ccode class=\"signature\">public final class Pump: Machine\u003C/code>"#
          + #"\u003Cp>Moves \u003Cem>water\u003C/em>, with a \u003Ccode>Valve\u003C/code>.\u003C/p>"#))
    #expect(cards.components(separatedBy: "final class Valve").count == 2)
    // Every link of the page has a card.
    let link = /<a (?:class="[^"]+" )?href="source\/Rx\/Pump.html#L(\d+)">([^<]+)</
    let links = try site.written("page.html").matches(of: link)
    #expect(links.filter { $0.2 != "Rx/Pump.swift" }.allSatisfy { cards.contains("\"\($0.1) \($0.2)\":") })
    #expect(try !site.written("page.html").contains("Moves *water*"))
  }

  @Test func `the cards of a program are its own`() throws {
    let site = try MiniatureSite(page: "```source symbol=Flow pipeline=flow.swift\n```\n")
    try site.write("/// Runs.\nstruct Flow {}\n", to: "content/flow.swift")
    try site.build()
    #expect(try site.written("source/flow.cards.js").contains("Runs."))
    try site.write("/// Walks.\nstruct Flow {}\n", to: "content/flow.swift")
    try site.build()
    #expect(try site.written("source/flow.cards.js").contains("Walks."))
  }

  @Test func `a pipeline leads to the engine and keeps its own names`() throws {
    let page = "```source symbol=Flow pipeline=flow.swift\n```"
    let site = try MiniatureSite(page: page)
    let flow = "struct Flow {\n  let just: Just<Int>\n  let pump: Pump\n}\nstruct Pump {}\n"
    try site.write(flow, to: "content/flow.swift")
    let html = try site.html()
    #expect(html.contains("href=\"source/Rx/Core.html#L11\"") && html.contains("href=\"source/flow.html#L5\""))
  }
}
