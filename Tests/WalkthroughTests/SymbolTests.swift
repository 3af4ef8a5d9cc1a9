import Foundation
import Testing

@testable import Walkthrough

/// Which words of an excerpt lead to a declaration: a wrong link is worse than none.
@Suite struct SymbolTests {
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
    try html(symbol).matches(of: /<a class="sym" href="source\/Rx\/Pump.html#L(\d+)"[^>]*>([^<]+)</).map {
      "\($0.output.2) \($0.output.1)"
    }
  }

  @Test func whatIsLinked() throws {
    #expect(
      try links("Pump.work") == [
        "work 10", "Valve 26", "turn 28", "valve 5", "turn 27", "rest 34", "handlers 6", "handlers 6", "openWidely 29",
        "halt 33", "rest 34",
      ])
  }

  @Test func aParameterHidesAMember() throws { #expect(try links("Pump.shadowed") == ["shadowed 23"]) }

  @Test func onlyCodeIsLinkedAndAnInterpolationIsCode() throws {
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

  @Test func aGenericParameterIsNotTheAssociatedTypeOfThatName() throws {
    let source = "protocol Source {\n  associatedtype Item\n}\nfinal class Store<Item> {}\n"
    let site = try MiniatureSite(page: "```source symbol=Store\n```")
    try site.write(source, to: "Rx/Store.swift")
    let html = try site.html()
    #expect(html.contains(">Store</a>") && !html.contains(">Item</a>"))
  }

  @Test func theFirstOfAWordIsAStopForTheTabKeyAndTheOthersAreNot() throws {
    let tags = try html("Pump.work").matches(of: /<a class="sym"([^>]*)>handlers</).map { $0.output.1 }
    #expect(tags.map { $0.contains("tabindex=\"-1\"") } == [false, true])
  }

  @Test func aCardSaysWhatIsDeclaredOnce() throws {
    let html = try html("Pump")
    #expect(
      html.contains(
        "<code class=\"signature\">public final class Pump: Machine</code>"
          + "<p>Moves *water*, with a <code>Valve</code>.</p><p class=\"where\">Rx/Pump.swift:4</p></li>"))
    #expect(html.components(separatedBy: "class=\"signature\">final class Valve</").count == 2)
    #expect(html.components(separatedBy: "<ul class=\"cards\" hidden>").count == 2)
  }

  @Test func everyDescriptionIsOnThePage() throws {
    let html = try html("Pump")
    let described = Set(html.matches(of: /aria-describedby="([^"]+)"/).map(\.output.1))
    let cards = Set(html.matches(of: /<li id="(sym-\d+)">/).map(\.output.1))
    #expect(!described.isEmpty && described == cards)
  }

  @Test func aPipelineLeadsToTheEngineAndKeepsItsOwnNames() throws {
    let page = "```source symbol=Flow pipeline=flow.swift\n```"
    let site = try MiniatureSite(page: page)
    let flow = "struct Flow {\n  let just: Just<Int>\n  let pump: Pump\n}\nstruct Pump {}\n"
    try site.write(flow, to: "content/flow.swift")
    let html = try site.html()
    #expect(html.contains("href=\"source/Rx/Core.html#L11\"") && html.contains("href=\"source/flow.html#L5\""))
  }
}
