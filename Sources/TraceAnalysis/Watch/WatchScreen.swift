import RxTrace

/// What a terminal shows of a watched program, and what its keys do. It has the state of the view, and draws nothing itself.
package struct WatchScreen {
  /// The requests that a key makes.
  package enum Request: Equatable {
    case quit
    /// An explanation of an event of a stage.
    case why(stage: Int, step: Int)
  }

  /// The contents that there are to show.
  package struct Contents {
    package var name = ""
    /// Nanoseconds since the recording began.
    package var now: UInt64 = 0
    package var steps = 0
    package var isOver = false
    package var rows: [WatchRow] = []
    package var findings: [String] = []
    /// The events of the stage that is looked at, the oldest first.
    package var events: [WatchEvent] = []
    /// The answer to ``Request/why(stage:step:)``.
    package var explanation: [String] = []

    package init() {}
  }

  private enum Page: Equatable {
    case stages, filter
    case stage(Int)
    case why(Int)
    case findings
  }

  private var page = Page.stages
  private var sort = WatchColumn.place
  package private(set) var filter = ""
  /// Whether the figures stand still, while the recording is still being read.
  package private(set) var isPaused = false
  private var selectedStage: Int?
  /// The event that is selected, counted from the newest, and the lines scrolled from the beginning of other pages.
  private var selectedEvent = 0
  private var scrolled = 0
  private let style: TextStyle

  package init(isColored: Bool) { style = TextStyle(isColored: isColored) }

  /// The stage whose events are shown.
  package var stage: Int? {
    switch page {
    case .stage(let stage), .why(let stage): stage
    case .stages, .filter, .findings: nil
    }
  }

  // MARK: Keys

  package mutating func take(_ key: TerminalKey, _ contents: Contents) -> Request? {
    switch page {
    case .filter: type(key)
    case .stages: return takeAtStages(key, contents)
    case .stage(let stage): return take(key, at: stage, contents)
    case .why(let stage): read(key, back: .stage(stage))
    case .findings: read(key, back: .stages)
    }
    return nil
  }

  private mutating func type(_ key: TerminalKey) {
    switch key {
    case .enter: page = .stages
    case .escape: (page, filter) = (.stages, "")
    case .backspace: filter = String(filter.dropLast())
    case .character(let character): filter.append(character)
    case .up, .down, .pageUp, .pageDown: break
    }
  }

  private mutating func takeAtStages(_ key: TerminalKey, _ contents: Contents) -> Request? {
    switch key {
    case .character("q"): return .quit
    case .character("/"): page = .filter
    case .character("s"): sort = sort.next
    case .character("p"): isPaused.toggle()
    case .character("f"): (page, scrolled) = (.findings, 0)
    case .escape: filter = ""
    case .up, .character("k"): move(by: -1, contents)
    case .down, .character("j"): move(by: 1, contents)
    case .pageUp: move(by: -10, contents)
    case .pageDown: move(by: 10, contents)
    case .enter:
      if let row = selected(in: shown(contents)) { (page, selectedEvent) = (.stage(row.stage), 0) }
    default: break
    }
    return nil
  }

  private mutating func take(_ key: TerminalKey, at stage: Int, _ contents: Contents) -> Request? {
    let last = max(0, contents.events.count - 1)
    switch key {
    case .character("q"), .escape, .backspace: page = .stages
    case .character("p"): isPaused.toggle()
    case .up, .character("k"): selectedEvent = min(last, selectedEvent + 1)
    case .down, .character("j"): selectedEvent = max(0, selectedEvent - 1)
    case .enter, .character("w"):
      guard !contents.events.isEmpty else { break }
      (page, scrolled) = (.why(stage), 0)
      return .why(stage: stage, step: contents.events[last - min(last, selectedEvent)].step)
    default: break
    }
    return nil
  }

  private mutating func read(_ key: TerminalKey, back: Page) {
    switch key {
    case .character("q"), .escape, .backspace: page = back
    case .up, .character("k"): scrolled = max(0, scrolled - 1)
    case .down, .character("j"), .enter: scrolled += 1
    case .pageUp: scrolled = max(0, scrolled - 10)
    case .pageDown: scrolled += 10
    default: break
    }
  }

  private mutating func move(by count: Int, _ contents: Contents) {
    let rows = shown(contents)
    guard !rows.isEmpty else { return }
    let place = rows.firstIndex { $0.stage == selectedStage } ?? 0
    selectedStage = rows[min(max(place + count, 0), rows.count - 1)].stage
  }

  private func selected(in rows: [WatchRow]) -> WatchRow? { rows.first { $0.stage == selectedStage } ?? rows.first }

  private func shown(_ contents: Contents) -> [WatchRow] {
    let rows =
      filter.isEmpty ? contents.rows : contents.rows.filter { $0.title.lowercased().contains(filter.lowercased()) }
    return sort.sorted(rows)
  }

  // MARK: Lines

  /// The screen in lines: as many as the terminal has, none wider than it is.
  package mutating func lines(_ contents: Contents, columns: Int, lines count: Int) -> [String] {
    let body = max(0, count - 2)
    let middle =
      switch page {
      case .stages, .filter: stages(contents, columns, body)
      case .stage: events(contents, columns, body)
      case .why: text(contents.explanation, columns, body)
      case .findings: text(contents.findings.isEmpty ? ["no findings so far"] : contents.findings, columns, body)
      }
    let filled = middle.prefix(body) + Array(repeating: "", count: max(0, body - middle.count))
    return Array(([heading(contents, columns)] + filled + [keys(columns)]).prefix(count))
  }

  private func heading(_ contents: Contents, _ columns: Int) -> String {
    let findings = contents.findings.count
    let state = isPaused ? "paused" : contents.isOver ? "ended" : nil
    let parts = [
      state, WatchText.time(contents.now), counted(contents.steps, "step"),
      findings > 0 ? counted(findings, "finding") : nil,
    ].compactMap(\.self).joined(separator: "  ")
    let left = columns - ShownText.width(parts) - 2
    guard left > 4 else { return style.call(ShownText.fitted(parts, columns: columns)) }
    return style.call(WatchText.left(ShownText.fittedEnd(ShownText.printable(contents.name), columns: left), left))
      + "  " + parts
  }

  private func keys(_ columns: Int) -> String {
    let keys =
      switch page {
      case .stages:
        [
          "q quit", "enter steps", "s sort: \(sort.rawValue)", "/ filter" + (filter.isEmpty ? "" : ": \(filter)"),
          "p pause", "f findings",
        ]
      case .filter: ["filter: \(filter)_", "enter keep", "esc clear"]
      case .stage: ["q back", "w why", "p pause"]
      case .why, .findings: ["q back"]
      }
    // The first keys matter most.
    let fitting = keys.indices.last { ShownText.width(keys[...$0].joined(separator: "  ")) <= columns }
    guard let fitting else { return style.faint(ShownText.fitted(keys[0], columns: columns)) }
    return style.faint(keys[...fitting].joined(separator: "  "))
  }

  private mutating func stages(_ contents: Contents, _ columns: Int, _ count: Int) -> [String] {
    let rows = shown(contents)
    guard !rows.isEmpty else {
      let reason = contents.rows.isEmpty ? "no stage has done anything so far" : "no stage has \(filter) in its name"
      return [ShownText.fitted(reason, columns: columns)]
    }
    let layout = WatchLayout(rows, columns: columns)
    let place = rows.firstIndex { $0.stage == selectedStage } ?? 0
    let room = max(1, count - 1)
    let first = min(max(0, place - room / 2), max(0, rows.count - room))
    return [style.faint(layout.heading)]
      + rows.indices.dropFirst(first).prefix(room).map { layout.line(rows[$0], isSelected: $0 == place, style) }
  }

  private mutating func events(_ contents: Contents, _ columns: Int, _ count: Int) -> [String] {
    let row = contents.rows.first { $0.stage == stage }
    let closures = row.flatMap { $0.closureTime > 0 ? [self.closures($0, columns)] : nil } ?? []
    selectedEvent = min(selectedEvent, max(0, contents.events.count - 1))
    let place = contents.events.count - 1 - selectedEvent
    let room = max(1, count - 1 - closures.count)
    let first = min(max(0, place - room + 1), max(0, contents.events.count - room))
    let title = style.call(ShownText.fitted(ShownText.printable(row?.title ?? ""), columns: columns))
    return [title] + closures
      + contents.events.indices.dropFirst(max(first, contents.events.count - room - selectedEvent)).prefix(room).map {
        index in
        let event = contents.events[index]
        let mark = index == place ? ">" : " "
        let text = "\(mark) \(WatchText.time(event.time))  #\(event.step)  \(ShownText.printable(event.text))"
        return ShownText.fitted(text, columns: columns)
      }
  }

  private func closures(_ row: WatchRow, _ columns: Int) -> String {
    let all = ShownText.duration(UInt64(row.closureTime))
    return style.faint(ShownText.fitted("  busy \(WatchText.share(row.busy)), \(all) in all", columns: columns))
  }

  private mutating func text(_ lines: [String], _ columns: Int, _ count: Int) -> [String] {
    let wrapped = lines.flatMap { ShownText.wrapped(ShownText.printable($0), columns: columns) }
    scrolled = min(scrolled, max(0, wrapped.count - count))
    return Array(wrapped.dropFirst(scrolled).prefix(count))
  }
}

/// A key of a terminal.
package enum TerminalKey: Equatable, Sendable {
  case character(Character)
  case up, down, pageUp, pageDown, enter, escape, backspace

  /// The keys of bytes that came together.
  package static func keys(_ bytes: some Collection<UInt8>) -> [TerminalKey] {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    var keys: [TerminalKey] = []
    while let first = rest.first {
      if let (text, key) = sequences.first(where: { rest.hasPrefix($0.0) }) {
        rest = rest.dropFirst(text.count)
        if let key { keys.append(key) }
        continue
      }
      rest = rest.dropFirst()
      switch first {
      case "\r", "\n", "\r\n": keys.append(.enter)
      case "\u{7F}", "\u{8}": keys.append(.backspace)
      case "\u{1B}":
        // An unknown key is left out.
        if rest.first == "[" || rest.first == "O" {
          rest = rest.dropFirst().drop { !$0.isLetter && $0 != "~" }.dropFirst()
        } else {
          keys.append(.escape)
        }
      default:
        if !first.isNewline, first.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) { keys.append(.character(first)) }
      }
    }
    return keys
  }

  private static let sequences: [(String, TerminalKey?)] = [
    ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown),
  ]
}
