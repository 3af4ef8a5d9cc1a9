import RxTrace

/// Draws a run as lanes, in SVG: a lane for each thread, time running down, and an arrow wherever a scheduler carries
/// work from one thread to another.
///
/// A lane has the name of the queue that its thread worked for; if there were several, each block has its own. A block is
/// one outermost call. Only calls that tell something new are drawn:
/// subscriptions, events as they are handed on, the user's closures, output. The picture says how many are not drawn.
///
///     LaneDiagram(trace).write { print($0, terminator: "") }
///     // Prints: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 412" …
public struct LaneDiagram {
  private let trace: Trace
  private let frame: (title: String, identifier: String, setting: PictureSetting)
  private let words: PictureWords
  private let laneWidth: Double
  private let rows: LaneRows
  /// Whether an animation shows the calls one after the other, and repeats.
  var isAnimated = false

  /// - Parameters:
  ///   - width: in pixels; with many threads the picture becomes wider, because lanes have to be readable.
  ///   - title: the name that a screen reader gives to the picture.
  ///   - identifier: distinguishes pictures of one page.
  ///   - standsAlone: false for a picture in a page, whose ground and colour of text it then takes.
  public init(
    _ trace: Trace, width: Int = 960, title: String = "Threads of the run", identifier: String = "lanes",
    standsAlone: Bool = true
  ) {
    self.init(
      trace, width: width, frame: (title, identifier, standsAlone ? .alone : .page), words: PictureWords())
  }

  /// Draws a run for a page that has its own words and style sheet.
  package init(
    _ trace: Trace, width: Int = 960, frame: (title: String, identifier: String, setting: PictureSetting),
    words: PictureWords
  ) {
    self.trace = trace
    self.frame = frame
    self.words = words
    rows = LaneRows(trace)
    let share = (Double(width) - Self.axisWidth - 2 * Self.margin) / Double(max(trace.threads.count, 1))
    laneWidth = min(max(share, 210), 460)
  }

  /// Writes the picture piece by piece.
  public func write(_ write: (String) throws -> Void) rethrows {
    let frame = SVGFrame(
      identifier: frame.identifier, title: frame.title, width: width, height: bottom + 40,
      setting: frame.setting)
    try frame.open(rows.rows.lazy.map(description), write)
    for lane in trace.threads.indices { try drawLane(lane, write) }
    for block in rows.blocks { try draw(block, write) }
    for row in rows.rows { try drawArrow(to: row, write) }
    for row in rows.rows { try draw(row, write) }
    try write(SVG.text(footer, x: Self.margin, y: bottom + 24, class: "hw-small"))
    if isAnimated { try PictureCover.write([cover], identifier: self.frame.identifier, write) }
    try frame.close(write)
  }

  // MARK: Measures, in pixels

  private static let margin = 16.0
  private static let axisWidth = 34.0
  private static let top = 58.0
  private static let rowHeight = 19.0
  private static let indent = 8.0
  private static let deepest = 10

  private var width: Double {
    let lanes = 2 * Self.margin + Self.axisWidth + laneWidth * Double(trace.threads.count)
    return max(lanes, 2 * Self.margin + Double(ShownText.width(footer)) * SVG.columnWidth(size: 10.5))
  }

  private var bottom: Double { y(rows.lines) + 4 }

  private func y(_ line: Int) -> Double { Self.top + Double(line) * Self.rowHeight }
  private func left(_ lane: Int) -> Double { Self.margin + Self.axisWidth + Double(lane) * laneWidth }
  private func dot(_ row: LaneRows.Row) -> (x: Double, y: Double) {
    let depth = min(row.level, Self.deepest)
    return (left(row.step.thread) + 17 + Double(depth) * Self.indent, y(row.line) + Self.rowHeight / 2)
  }

  private var cover: PictureCover {
    PictureCover(
      x: 0, y: Self.top - 2, width: width, height: bottom + 2 - Self.top, edge: .bottom, moments: rows.rows.count)
  }

  // MARK: Drawing

  private func drawLane(_ lane: Int, _ write: (String) throws -> Void) rethrows {
    let thread = trace.threads[lane]
    let columns = Int((laneWidth - 24) / SVG.columnWidth(size: 12))
    let number = words.thread.filled(thread.ordinal)
    let place = rows.placeOfLane[lane].map(shown)
    let header = ShownText.fitted(ShownText.printable(place ?? number), columns: columns)
    try write(SVG.text(header, x: left(lane) + 6, y: 28, class: "hw-name", title: place ?? number))
    let below = place == nil ? thread.name : number
    if !below.isEmpty {
      let shown = ShownText.fitted(ShownText.printable(below), columns: columns)
      try write(SVG.text(shown, x: left(lane) + 6, y: 43, class: "hw-small", title: below))
    }
    try write(SVG.line(left(lane), Self.top - 6, left(lane) + laneWidth - 8, Self.top - 6, class: "hw-rule"))
    if lane > 0 { try write(SVG.line(left(lane) - 4, 18, left(lane) - 4, bottom, class: "hw-rule")) }
  }

  private func draw(_ block: LaneRows.Block, _ write: (String) throws -> Void) rethrows {
    let (x, high) = (left(block.thread), y(block.lines.upperBound) - y(block.lines.lowerBound))
    let hue = "hw-\(block.thread % SVGFrame.hues)"
    try write(SVG.rectangle(x, y(block.lines.lowerBound), laneWidth - 8, high, radius: 6, class: "hw-band"))
    try write(SVG.rectangle(x, y(block.lines.lowerBound), 3, high, radius: 1.5, class: "hw-edge \(hue)"))
    guard let queue = block.queue else { return }
    let columns = Int((laneWidth - 30) / SVG.columnWidth(size: 10.5))
    let name = words.queue.filled(ShownText.printable(queue))
    let shown = ShownText.fitted(name, columns: columns)
    try write(SVG.text(shown, x: x + 12, y: y(block.lines.lowerBound) + 13, class: "hw-small", title: name))
  }

  private func draw(_ row: LaneRows.Row, _ write: (String) throws -> Void) rethrows {
    let (x, y) = dot(row)
    let number = "\(row.step.number)"
    try write(SVG.text(number, x: Self.margin + Self.axisWidth - 10, y: y + 4, class: "hw-small", anchor: "end"))
    try write(mark(row.step, x, y))
    let free = left(rows.nextLane(after: row) ?? trace.threads.count) - 14 - (x + 11)
    let shown = ShownText.fitted(text(row.step), columns: max(Int(free / SVG.columnWidth(size: 12)), 4))
    let look =
      row.step.event == .error || row.step.thrown != nil ? "hw-failtext" : row.step.isDelivered ? "hw-value" : "hw-late"
    try write(SVG.text(shown, x: x + 11, y: y + 4, class: "hw-halo \(look)", title: description(row)))
  }

  private func mark(_ step: Step, _ x: Double, _ y: Double) -> String {
    let hue = "hw-\(step.thread % SVGFrame.hues)"
    let (left, top) = (SVG.number(x - 4), SVG.number(y))
    switch (step.kind, step.event) {
    case (.output, _): return "<path d=\"M\(left) \(SVG.number(y - 4))l7 4l-7 4z\" class=\"hw-tip\"/>\n"
    case (_, .error?):
      return "<path d=\"M\(left) \(SVG.number(y - 4))l8 8m0 -8l-8 8\" class=\"hw-shape hw-fail\"/>\n"
    case (_, .completed?): return SVG.line(x, y - 6, x, y + 6, class: "hw-bar")
    case (_, .next?):
      return "<circle cx=\"\(SVG.number(x))\" cy=\"\(top)\" r=\"4.5\" class=\"hw-shape hw-full \(hue)\"/>\n"
    case (.schedule, _), (.scheduledAction, _), (.cancelledAction, _):
      return "<path d=\"M\(left) \(top)l4 -5l4 5l-4 5z\" class=\"hw-shape \(hue)\"/>\n"
    default: return "<circle cx=\"\(SVG.number(x))\" cy=\"\(top)\" r=\"3\" class=\"hw-back hw-ring\"/>\n"
    }
  }

  /// Draws an arrow from a `schedule` to its first action only, because arrows to all ticks of a timer hide the rest.
  private func drawArrow(to row: LaneRows.Row, _ write: (String) throws -> Void) rethrows {
    guard let cause = row.step.cause, let from = rows.row(ofStep: cause), row.isFirstAction else {
      return
    }
    let (start, end) = (dot(from), dot(row))
    let bend = from.step.thread == row.step.thread ? -16.0 : 0
    let (x1, y1, x2, y2) = (SVG.number(start.x), SVG.number(start.y + 6), SVG.number(end.x), SVG.number(end.y - 7))
    let middle = SVG.number((start.y + end.y) / 2)
    let (a, b) = (SVG.number(start.x + bend), SVG.number(end.x + bend))
    try write("<path d=\"M\(x1) \(y1)C\(a) \(middle) \(b) \(middle) \(x2) \(y2)\" class=\"hw-hop\"/>\n")
    try write("<path d=\"M\(x2) \(SVG.number(end.y - 4))l-3.5 -6h7z\" class=\"hw-tip\"/>\n")
  }

  // MARK: Texts

  private func text(_ step: Step) -> String {
    let value = step.value.map { value in
      let line = step.kind == .output && value.text.hasSuffix("\n") ? value.text.dropLast() : value.text[...]
      return ShownText.printable(line.prefix(200))
    }
    switch step.kind {
    case .output: return value ?? ""
    case .closure:
      let thrown = step.thrown.map { "threw \(ShownText.printable($0.text.prefix(200)))" }
      return [trace.closureName(of: step), value, thrown].compactMap { $0 }.joined(separator: " ")
    case .forwardOn, .on, .onCore:
      // A value without the name of its event is a next event.
      let event = step.event == .next && value != nil ? nil : step.event?.rawValue
      return [trace.name(of: step.object), event, value].compactMap { $0 }.joined(separator: " ")
    default: return trace.title(of: step)
    }
  }

  private func description(_ row: LaneRows.Row) -> String {
    let step = row.step
    let call = StepPhrase(step, in: trace).parts.map { part in
      switch part {
      case .undelivered: ", \(words.notDelivered)"
      case .thread: ""
      case .printed(let value): " \(trace.title(of: step)) \(ShownText.value(value))"
      case .call, .receiver, .event, .value, .thrown: " \(part.text())"
      }
    }
    return "\(words.stepAtStart.filled(step.number)), \(placeText(step)):\(call.joined())"
  }

  /// `kitchen (thread 2)`
  private func placeText(_ step: Step) -> String {
    let thread = words.thread.filled(trace.threads[step.thread].ordinal)
    return trace.placeName(of: step).map { "\(ShownText.printable(shown(place: $0))) (\(thread))" } ?? thread
  }

  private func shown(place name: String) -> String { name == Trace.mainPlace ? words.main : name }

  private var footer: String {
    let hidden = trace.steps.count - rows.rows.count
    return hidden == 0
      ? words.allSteps.filled(trace.steps.count)
      : words.someSteps.filled(rows.rows.count, trace.steps.count, hidden)
  }
}

/// Which steps have a row in a lane diagram, and which rows belong together.
package struct LaneRows {
  package struct Row {
    package var step: Step
    var line: Int
    /// How many rows enclose this one.
    var level: Int
    /// False for an action that a scheduler repeats.
    var isFirstAction = true
  }

  /// One outermost call.
  struct Block {
    var thread: Int
    var lines: Range<Int>
    /// The name of the queue; nil if the block before in the lane, or the whole lane, has the same one.
    var queue: String?
  }

  package private(set) var rows: [Row] = []
  /// The names of the places of those lanes whose steps all ran at the same place.
  let placeOfLane: [Int: String]
  private(set) var blocks: [Block] = []
  private(set) var lines = 0
  private var rowOfStep: [Int: Int] = [:]
  /// For each line, the lanes that have a block there.
  private var lanesOfLine: [[Int]] = []

  package init(_ trace: Trace) {
    placeOfLane = trace.placesOfThreads
    var blockOfRoot: [Int: Int] = [:]
    var ran: Set<Int> = []
    var root: [Int] = []
    var level: [Int] = []
    var queues: [Int: String] = [:]
    for step in trace.steps {
      root.append(step.parent.map { root[$0] } ?? step.index)
      let isShown = Self.isShown(step, trace)
      level.append((step.parent.map { level[$0] } ?? -1) + (isShown ? 1 : 0))
      guard isShown else { continue }
      if blockOfRoot[root[step.index]] == nil {
        blockOfRoot[root[step.index]] = blocks.count
        openBlock(step, &queues)
      }
      rowOfStep[step.index] = rows.count
      let isFirst = step.cause.map { ran.insert($0).inserted } ?? true
      rows.append(Row(step: step, line: lines, level: level[step.index], isFirstAction: isFirst))
      lines += 1
      let block = blockOfRoot[root[step.index]]!
      blocks[block].lines = blocks[block].lines.lowerBound..<lines
    }
    lanesOfLine = [[Int]](repeating: [], count: lines)
    for block in blocks {
      for line in block.lines { lanesOfLine[line].append(block.thread) }
    }
  }

  /// The nearest lane to the right that has something beside the row. The row's text may reach up to there.
  func nextLane(after row: Row) -> Int? {
    lanesOfLine[row.line].filter { $0 > row.step.thread }.min()
  }

  func row(ofStep index: Int) -> Row? { rowOfStep[index].map { rows[$0] } }

  private mutating func openBlock(_ step: Step, _ queues: inout [Int: String]) {
    let queue = step.queue.flatMap { $0.isEmpty ? nil : $0 }
    let isNew = queue != nil && queues[step.thread] != queue && placeOfLane[step.thread] == nil
    queues[step.thread] = queue
    blocks.append(Block(thread: step.thread, lines: lines..<lines + 1, queue: isNew ? queue : nil))
    // The queue's name takes a line of its own.
    if isNew { lines += 1 }
  }

  private static func isShown(_ step: Step, _ trace: Trace) -> Bool {
    let parent = step.parent.map { trace.steps[$0] }
    switch step.kind {
    case .subscribeClosures, .subscribeHandler, .closure, .output, .forwardOn: return true
    case .subscribe: return parent?.kind != .subscribeClosures && parent?.kind != .subscribeHandler
    case .on:
      // An event that is only handed on is drawn at the call that hands it on.
      return parent?.kind != .forwardOn && parent?.kind != .on
    case .schedule: return isCarriedOver(step, trace)
    case .scheduledAction, .cancelledAction: return isCarriedOver(step, trace)
    case .run, .onCore: return false
    case .dispose: return parent == nil
    }
  }

  /// Whether the action may run outside of the call that scheduled it.
  private static func isCarriedOver(_ step: Step, _ trace: Trace) -> Bool {
    guard let object = step.object else { return true }
    return !trace.objects[object].traits.contains(.trampoline)
  }
}
