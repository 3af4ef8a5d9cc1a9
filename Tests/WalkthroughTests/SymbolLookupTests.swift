import TestSupport
import Testing

@testable import Walkthrough

/// The ways in which an author names a declaration, and the excerpt that is shown.
@Suite(.oneAtATime) struct SymbolLookupTests {
  private static let source = """
    class Bag {
      struct Key { let id: Int }
      typealias Items = [Int]
      var count = 0 {
        willSet { check(newValue) }
        didSet { note() }
      }
      var last: Int { items.last! }
      init(limit: Int) {}
      deinit { free() }
      subscript(index: Int) -> Int { items[index] }
      subscript(at key: Key) -> Int {
        get { items[key.id] }
        set { items[key.id] = newValue }
      }
      static func == (left: Bag, right: Bag) -> Bool { true }
      func read() -> Int { 1 }
      func read() -> String { "" }
      func add(_ number: Int) {}
      func add(_ text: String) {}
      func add(_ number: Int, to key: Key) {}
      #if os(Linux)
        func lock() { linux() }
      #elseif os(macOS)
        func lock() { mac() }
      #else
        func lock() { other() }
      #endif
    }
    extension Bag: Disposable {
      func dispose() {}
      enum State { case open, shut }
    }
    extension Bag { func more() {} }
    protocol Listener {
      associatedtype Element
      func on(_ event: Int)
      func end()
    }
    extension Listener {
      func on(_ event: Int) { print(event) }
      func sum() -> Int where Element == Int { 0 }
    }
    extension Listener where Element == String { func sum() -> Int { 1 } }
    infix operator <+>
    func <+> (left: Bag, right: Bag) -> Bag { left }
    func helper() {}

    """

  private func site(_ fence: String) throws -> MiniatureSite {
    let site = try MiniatureSite(page: "```source \(fence)\n```")
    try site.write(Self.source, to: "Rx/Bag.swift")
    try site.write("func helper() { other() }\n", to: "Rx/Helper.swift")
    return site
  }

  /// The lines that the excerpt shows, as its caption has them.
  private func lines(_ fence: String) throws -> String {
    let html = try site(fence).body()
    let start = html.range(of: "<span class=\"lines\">:")!.upperBound
    return String(html[start...].prefix { $0 != "<" })
  }

  @Test(arguments: [
    ("Bag.Key", "2"), ("Bag.Items", "3"), ("Bag.count", "4–7"), ("Bag.count.didSet", "6"), ("Bag.init(limit:)", "9"),
    ("Bag.deinit", "10"), ("Bag.subscript(_:)", "11"), ("Bag.subscript(at:)", "12–15"),
    ("Bag.subscript(at:).set", "14"), ("Bag.==(_:_:)", "16"), ("Bag.==", "16"), ("Bag.read() -> Int", "17"),
    ("Bag.read -> String", "18"), ("Bag.add(_: Int)", "19"), ("Bag.add(_:String)", "20"), ("Bag.add(_:to:)", "21"),
    ("Bag.add(to:)", "21"),
    ("Bag.lock() #if os(Linux)", "23"), ("Bag.lock #elseif os(macOS)", "25"), ("Bag.lock() #else", "27"),
    ("extension Bag: Disposable", "30–33"), ("Bag.dispose()", "31"), ("Bag.State", "32"), ("Bag.State.open", "32"),
    ("Listener.Element", "36"), ("Listener.on(_:)", "41"), ("requirement Listener.on", "37"), ("Listener.end()", "38"),
    ("Listener.sum() where Element == Int", "42"), ("Listener.sum where Element==String", "44"),
    ("operator <+>", "45"), ("<+>(_:_:)", "46"), ("helper() in Rx/Bag.swift", "47"), ("helper in Helper.swift", "1"),
  ])
  func symbols(symbol: String, lines: String) throws {
    #expect(try self.lines("symbol=\"\(symbol)\"") == lines)
  }

  @Test(arguments: [
    (
      "Bag.add",
      """
          Bag.add(_: Int)  (Rx/Bag.swift:19)
          Bag.add(_: String)  (Rx/Bag.swift:20)
          Bag.add(_:to:)  (Rx/Bag.swift:21)
      """
    ),
    (
      "Bag.read()",
      """
          Bag.read() -> Int  (Rx/Bag.swift:17)
          Bag.read() -> String  (Rx/Bag.swift:18)
      """
    ),
    (
      "Bag.lock",
      """
          Bag.lock() #if os(Linux)  (Rx/Bag.swift:23)
          Bag.lock() #elseif os(macOS)  (Rx/Bag.swift:25)
          Bag.lock() #else  (Rx/Bag.swift:27)
      """
    ),
    (
      "Listener.sum()",
      """
          Listener.sum() where Element == Int  (Rx/Bag.swift:42)
          Listener.sum() where Element == String  (Rx/Bag.swift:44)
      """
    ),
    (
      "extension Bag",
      """
          extension Bag: Disposable  (Rx/Bag.swift:30)
          extension Bag in Rx/Bag.swift  (Rx/Bag.swift:34)
      """
    ),
    (
      "helper()",
      """
          helper() in Rx/Bag.swift  (Rx/Bag.swift:47)
          helper() in Rx/Helper.swift  (Rx/Helper.swift:1)
      """
    ),
  ])
  func `what to write is said`(symbol: String, candidates: String) throws {
    #expect(
      try site("symbol=\"\(symbol)\"").errors()
        == "content/page.md:4:18: error: `\(symbol)` is ambiguous; write one of:\n" + candidates)
  }

  @Test func `every suggestion can be written`() throws {
    for symbol in ["Bag.add(_: Int)", "Bag.read() -> Int", "Bag.lock() #else", "extension Bag: Disposable"] {
      #expect(try site("symbol=\"\(symbol)\"").errors().isEmpty)
    }
  }
}

/// Parts of a file, found by the text of its lines.
@Suite(.oneAtATime) struct SourcePartTests {
  private static let pipeline = """
    import Rx
    struct Helper { func help() {} }
    let source = Observable.just(1)
    _ = source
      .map { $0 }
      .subscribe()

    """

  private func site(_ keys: String) throws -> MiniatureSite {
    let site = try MiniatureSite(page: "```source \(keys)\n```")
    try site.write(Self.pipeline, to: "content/flow.swift")
    return site
  }

  @Test(arguments: [
    ("pipeline=flow.swift", "1–6"), ("pipeline=flow.swift from=\"_ = \"", "4–6"),
    ("pipeline=flow.swift from=let to=.map", "3–5"), ("pipeline=flow.swift to=Helper", "1–2"),
    ("pipeline=flow.swift symbol=Helper.help()", "2"), ("pipeline=flow.swift symbol=Just.run from=let to=let", "13"),
  ])
  func ranges(keys: String, lines: String) throws {
    #expect(try site(keys).body().contains("<span class=\"lines\">:\(lines)</span>"))
  }

  @Test func `several marks`() throws {
    let html = try site("pipeline=flow.swift mark=.map mark=\"import Rx\"").body()
    for (line, isLit) in [(1, true), (2, false), (5, true), (6, false)] {
      #expect(html.contains("class=\"line lit\" data-line=\"\(line)\"") == isLit)
    }
  }

  @Test(arguments: [
    (
      "pipeline=flow.swift from=.mop",
      "4:36: error: no line of `flow.swift` contains `.mop`; nearest: `.map { $0 }`"
    ),
    (
      "symbol=Just.run to=\"let sunk\"",
      "4:30: error: no line of `Just.run` contains `let sunk`; nearest: `let sink = JustSink(observer)`"
    ),
    (
      "pipeline=flow.swift from=.map to=let", "4:44: error: `let` stands in `flow.swift` only before `.map`"
    ),
    ("pipeline=flow.swift from=.map mark=let", "4:46: error: no line of `flow.swift` contains `let`"),
    ("mark=a", "4:4: error: `source` needs a key `symbol`"),
  ])
  func fails(keys: String, message: String) throws {
    #expect(try site(keys).errors() == "content/page.md:" + message)
  }
}
