import Testing

@testable import RxTrace
@testable import TraceAnalysis

/// Keys in, lines of a terminal out.
@Suite("The view of a program that is watched")
struct WatchScreenTests {
  private static func row(_ stage: Int, _ name: String, line: Int, open: Int = 1, in taken: Double = 0, errors: Int = 0)
    -> WatchRow
  {
    WatchRow(
      stage: stage, name: name, place: SourceLine(file: "/app/search.swift", line: line), open: open,
      subscriptions: open, taken: 0, sent: 0, takenRate: taken, sentRate: taken / 2, errors: errors,
      value: TracedValue(text: "\"a long value of a stage, which \(name) sent\""), idle: 3_000_000_000,
      hasChanged: true)
  }

  private static var contents: WatchScreen.Contents {
    var contents = WatchScreen.Contents()
    contents.name = "search.swift"
    (contents.now, contents.steps) = (12_000_000_000, 4211)
    contents.rows = [
      row(0, "query", line: 5), row(1, "debounce", line: 12, in: 24, errors: 2),
      row(2, "flatMapLatest", line: 14, in: 3),
    ]
    contents.findings = ["warning: 3 answers came late (search.swift:14)  [stale]"]
    contents.events = [
      WatchEvent(step: 40, time: 1_000_000_000, event: .next, isSent: false, value: TracedValue(text: "\"r\"")),
      WatchEvent(step: 44, time: 2_000_000_000, event: .error, isSent: true, value: TracedValue(text: "timedOut")),
    ]
    return contents
  }

  private func lines(_ screen: inout WatchScreen, columns: Int = 80, lines: Int = 8) -> [String] {
    screen.lines(Self.contents, columns: columns, lines: lines)
  }

  private func type(_ keys: TerminalKey..., into screen: inout WatchScreen) -> WatchScreen.Request? {
    var request: WatchScreen.Request?
    for key in keys { request = screen.take(key, Self.contents) ?? request }
    return request
  }

  @Test("a stage has a line with its place, its figures and its last value")
  func stages() {
    var screen = WatchScreen(isColored: false)
    #expect(
      lines(&screen) == [
        "search.swift                                       12.0 s  4211 steps  1 finding",
        "  stage                           in/s  out/s  open  err   idle  last value",
        "> search.swift:5 query               ·      ·     1    ·    3 s  \"a long value …",
        "  search.swift:12 debounce          24     12     1    2    3 s  \"a long value …",
        "  search.swift:14 flatMapLatest      3    1.5     1    ·    3 s  \"a long value …",
        "",
        "",
        "q quit  enter steps  s sort: place  / filter  p pause  f findings",
      ])
  }

  @Test("no line is wider than the terminal, at any width and on any page", arguments: [1, 5, 10, 20, 33, 47, 80, 200])
  func widths(columns: Int) {
    for keys: [TerminalKey] in [[], [.enter], [.enter, .character("w")], [.character("f")], [.character("/")]] {
      for count in [1, 2, 3, 24] {
        var screen = WatchScreen(isColored: false)
        for key in keys { _ = screen.take(key, Self.contents) }
        let lines = lines(&screen, columns: columns, lines: count)
        #expect(lines.count == count && lines.allSatisfy { ShownText.width($0) <= columns }, "\(lines)")
      }
    }
  }

  @Test("at 100 columns and more, a stage has the part of the time that its closures take; s sorts by it at any width")
  func busy() {
    var contents = Self.contents
    (contents.rows[1].busy, contents.rows[1].closureTime) = (0.034, 1_200_000)
    (contents.rows[2].busy, contents.rows[2].closureTime) = (1.5, 90_000_000)
    var screen = WatchScreen(isColored: false)
    let wide = screen.lines(contents, columns: 100, lines: 8)
    #expect(wide[1] == "  stage                           in/s  out/s  open  err   idle    busy  last value")
    #expect(wide[3].hasPrefix("  search.swift:12 debounce          24     12     1    2    3 s   3.4 %  \"a long"))
    #expect(!screen.lines(contents, columns: 99, lines: 8)[1].contains("busy"))
    while !screen.lines(contents, columns: 80, lines: 8)[7].contains("s sort: busy") {
      _ = screen.take(.character("s"), contents)
    }
    #expect(screen.lines(contents, columns: 80, lines: 8)[2].contains("flatMapLatest"))
    _ = screen.take(.enter, contents)
    #expect(screen.lines(contents, columns: 80, lines: 8)[2] == "  busy 150 %, 90 ms in all")
  }

  @Test("at 20 columns, a stage has its name and what it was given")
  func narrow() {
    var screen = WatchScreen(isColored: false)
    let lines = lines(&screen, columns: 20)
    #expect(lines[1] == "  stage         in/s")
    #expect(lines[3] == "  …2 debounce     24")
  }

  @Test("s changes the order, / chooses stages by their names, and esc shows all again")
  func sortsAndFilters() {
    var screen = WatchScreen(isColored: false)
    #expect(type(.character("s"), into: &screen) == nil)
    #expect(lines(&screen)[2].contains("debounce") && lines(&screen)[7].contains("s sort: in"))
    for key in TerminalKey.keys(Array("/FLAT".utf8)) { _ = screen.take(key, Self.contents) }
    #expect(lines(&screen)[7].hasPrefix("filter: FLAT_"))
    #expect(lines(&screen)[2].contains("flatMapLatest") && lines(&screen)[3] == "")
    _ = type(.enter, into: &screen)
    #expect(lines(&screen)[7].contains("/ filter: FLAT"))
    _ = type(.escape, into: &screen)
    #expect(lines(&screen)[4].contains("query"))
    _ = type(.character("/"), .character("x"), .character("x"), .enter, into: &screen)
    #expect(lines(&screen)[1] == "no stage has xx in its name")
  }

  @Test("enter shows the newest events of the chosen stage, and w asks about one of them")
  func drillsDown() {
    var screen = WatchScreen(isColored: false)
    #expect(type(.down, .enter, into: &screen) == nil && screen.stage == 1)
    let shown = lines(&screen)
    #expect(shown[1] == "search.swift:12 debounce")
    #expect(shown[2] == "  1.0 s  #40  gets \"r\"" && shown[3] == "> 2.0 s  #44  sends the error timedOut")
    #expect(type(.up, .character("w"), into: &screen) == .why(stage: 1, step: 40))
    var contents = Self.contents
    contents.explanation = ["query was given \"r\""]
    #expect(screen.lines(contents, columns: 80, lines: 5)[1] == "query was given \"r\"")
    #expect(type(.character("q"), .character("q"), into: &screen) == nil && screen.stage == nil)
    #expect(type(.character("q"), into: &screen) == .quit)
  }

  @Test("the chosen row stays in sight where there are more rows than lines")
  func scrolls() {
    var contents = Self.contents
    contents.rows = (0..<50).map { Self.row($0, "map", line: $0 + 1) }
    var screen = WatchScreen(isColored: false)
    for _ in 0..<30 { _ = screen.take(.down, contents) }
    let lines = screen.lines(contents, columns: 80, lines: 10)
    #expect(lines.contains { $0.hasPrefix("> search.swift:31 map") } && lines.count == 10)
    for _ in 0..<9 { _ = screen.take(.pageDown, contents) }
    #expect(screen.lines(contents, columns: 80, lines: 10)[8].hasPrefix("> search.swift:50 map"))
  }

  @Test("bytes are keys: letters, arrows in both forms, and nothing for keys that are not known")
  func keys() {
    let bytes = Array("s\u{1B}[A\u{1B}OB\u{1B}[5~\r\u{7F}\u{1B}[24~é\u{1B}".utf8)
    #expect(
      TerminalKey.keys(bytes) == [
        .character("s"), .up, .down, .pageUp, .enter, .backspace, .character("é"), .escape,
      ])
  }
}
