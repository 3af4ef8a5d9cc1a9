import RxTrace

/// Writes a run as a marble diagram in text.
///
/// Each row is an observable as one observer sees it; events in one column belong together. Values that are too long for
/// a row are listed below.
///
///     Marbles(trace).write { print($0, terminator: "") }
///     // Prints: ObservableSequence#1  ^-1---2--3---|
///     //         Map#1                 ^-10--20-30--|
///     //         Filter#1              ^-10-----30--|
public struct Marbles {
  private let chart: MarbleChart
  private let look: MarbleLook
  private let trace: Trace
  private let keys: MarbleKeys
  private let threads: MarbleThreads

  private var width: Int { look.width ?? TerminalWidth.usual }

  /// The most columns of a terminal that a value takes in its row.
  private static let longestLabel = 16
  /// The most lines of a terminal that a value takes below the diagram.
  private static let mostNoteLines = 3

  /// - Parameters:
  ///   - axis: whether columns are alike or set apart by time, or by a virtual clock.
  ///   - width: the columns of a line; a longer diagram continues below.
  public init(
    _ trace: Trace, origins: [ObjectID: SourceLine] = [:], axis: MarbleChart.Axis = .steps, width: Int = 100
  ) {
    var look = MarbleLook()
    (look.axis, look.width, look.foldsRepeats) = (axis, width, false)
    self.init(LocatedTrace(trace: trace, origins: origins), look)
  }

  public init(_ run: LocatedTrace, _ look: MarbleLook) {
    trace = run.trace
    chart = MarbleChart(run, names: look.names, foldsRepeats: look.foldsRepeats)
    var look = look
    look.axis = chart.shown(look.axis)
    self.look = look
    keys = MarbleKeys(chart, longest: Self.longestLabel)
    threads = MarbleThreads(chart, run.trace)
  }

  /// Writes the diagram piece by piece.
  public func write(_ write: (String) throws -> Void) rethrows {
    var names = names
    // A name that is longer than a line pushes its own row aside, and not all others.
    var nameWidth = min(names.map(ShownText.width).max() ?? 0, width)
    if look.isFitted {
      nameWidth = min(nameWidth, max(width * 2 / 5, 16))
      names = names.map { ShownText.fitted($0, columns: nameWidth) }
    }
    let labels = chart.rows.map { row in row.marbles.map(label) }
    let available = Double(max(width - nameWidth - 4, 24))
    let strips = chart.strips(available: available, room: room(labels), gap: 1, axis: look.axis)
    for (number, strip) in strips.enumerated() {
      if number > 0 { try write("\n") }
      var group = strip.rows.first.map { chart.rows[$0].group }
      for row in strip.rows {
        if chart.rows[row].group != group {
          try write("\n")
          group = chart.rows[row].group
        }
        let name = names[row] + blank(nameWidth - ShownText.width(names[row]))
        try write("\(name)  \(line(row, labels[row], strip))".trimmed + "\n")
      }
      try write((blank(nameWidth + 2) + scale(strip)).trimmed + "\n")
      if let marks = threads.marks(strip) { try write((blank(nameWidth + 2) + marks).trimmed + "\n") }
    }
    try writeNotes(write)
  }

  // MARK: Rows

  /// Rows whose observables have the same name are told apart by their receivers.
  private var names: [String] {
    let count = chart.rows.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    return chart.rows.map { row in
      let name = ShownText.printable(row.name)
      let isAlone = count[row.name] == 1 || row.receiver.isEmpty
      return (isAlone ? name : "\(name) → \(ShownText.printable(row.receiver))")
        + (row.count > 1 ? " ×\(row.count)" : "")
    }
  }

  private func label(_ marble: MarbleChart.Marble) -> String {
    var text = keys.key(of: marble) ?? marble.value.map { ShownText.withoutModules(ShownText.value($0)) } ?? ""
    switch marble.event {
    case .next: break
    case .error: text = "#" + text
    case .completed: text = "|"
    }
    return marble.isDelivered ? text : "(\(text))"
  }

  private func room(_ labels: [[String]]) -> [Double] {
    var room = chart.columns.map { column in
      column.leftOut > 0 ? Double(chart.label(of: column, look.axis, in: trace).count) : 1
    }
    for (row, texts) in zip(chart.rows, labels) {
      for (marble, text) in zip(row.marbles, texts) {
        room[marble.column] = max(room[marble.column], Double(ShownText.width(text)))
      }
    }
    return room
  }

  private func line(_ index: Int, _ labels: [String], _ strip: MarbleChart.Strip) -> String {
    let row = chart.rows[index]
    var texts: [Int: String] = [:]
    for index in row.indices(in: strip.columns) { texts[row.marbles[index].column] = labels[index] }
    var line = ""
    var used = 0
    for (column, place) in zip(strip.columns, strip.places) {
      let gap = Int(place.offset) - used
      line += gapText(gap, row, before: column)
      let isAlive = column >= row.start && column < (row.termination ?? .max) && column <= (row.disposal ?? .max)
      let text = texts[column] ?? (isAlive && chart.columns[column].leftOut > 0 ? "⋯" : "")
      let rest = Int(place.width) - ShownText.width(text)
      line += text + (isAlive ? lived(rest) : blank(rest))
      used = Int(place.offset + place.width)
    }
    return line + ending(row, strip)
  }

  private func gapText(_ count: Int, _ row: MarbleChart.Row, before column: Int) -> String {
    if column == row.start { return blank(count - 1) + "^" }
    if row.disposal == column - 1 { return "!" + blank(count - 1) }
    let isAlive = column > row.start && column <= (row.end ?? .max)
    return isAlive ? lived(count) : blank(count)
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
  private func lived(_ count: Int) -> String { String(repeating: "-", count: max(count, 0)) }

  private func ending(_ row: MarbleChart.Row, _ strip: MarbleChart.Strip) -> String {
    if row.start >= strip.columns.upperBound { return row.disposal == nil ? "^->" : "^!" }
    if row.disposal == strip.columns.upperBound - 1 { return "!" }
    guard row.end == nil || row.end! >= strip.columns.upperBound else { return "" }
    return strip.isLast ? "->" : "-"
  }

  // MARK: The axis and the notes

  /// The number of the step, or the time, below each column that has room for it.
  private func scale(_ strip: MarbleChart.Strip) -> String {
    var line = ""
    var latest = ""
    for (column, place) in zip(strip.columns, strip.places) where line.isEmpty || line.count < Int(place.offset) {
      let tick = chart.label(of: chart.columns[column], look.axis, in: trace)
      guard tick != latest else { continue }
      latest = tick
      line += blank(Int(place.offset) - line.count) + tick
    }
    return line
  }

  private func writeNotes(_ write: (String) throws -> Void) rethrows {
    if !keys.values.isEmpty { try write("\n") }
    for (key, value) in keys.values { try write(note(key, value) + "\n") }
    try write("\n")
    for line in ShownText.filled(signs, columns: width, separator: "   ") { try write(line + "\n") }
  }

  private func note(_ key: String, _ value: TracedValue) -> String {
    guard look.isFitted else { return "\(key)  \(ShownText.printable(value.text))\(cutNote(value))" }
    let text = ShownText.withoutModules(String(value.text.prefix(width * Self.mostNoteLines * 2)))
    return ShownText.fitted("\(key)  \(ShownText.printable(text))", columns: width * Self.mostNoteLines)
  }

  private func cutNote(_ value: TracedValue) -> String {
    value.isComplete ? "" : "… (the rest was not recorded)"
  }

  private var axisMeaning: String {
    switch look.axis {
    case .steps: "the step's number"
    case .time: "the time"
    case .ticks: "the virtual clock"
    }
  }

  /// The meanings of the signs that the diagram uses.
  private var signs: [String] {
    var signs = ["below: \(axisMeaning)", "^ subscribed"]
    let marbles = chart.rows.flatMap(\.marbles)
    if marbles.contains(where: { $0.event == .completed }) { signs.append("| completed") }
    if marbles.contains(where: { $0.event == .error }) { signs.append("# error") }
    if chart.rows.contains(where: { $0.disposal != nil }) { signs.append("! disposed") }
    if marbles.contains(where: { !$0.isDelivered }) { signs.append("( ) too late, not delivered") }
    if chart.columns.contains(where: { $0.leftOut > 0 }) {
      signs.append("⋯ (n) n more alike, left out (--no-fold shows them)")
    }
    return signs + threads.legend
  }
}

/// The look of a marble diagram in text.
public struct MarbleLook: Sendable {
  /// Whether columns are alike or set apart by time, or by a virtual clock.
  public var axis = MarbleChart.Axis.steps
  /// The columns of a line; a longer diagram continues below. Nil for the usual width of a terminal.
  public var width: Int?
  /// Whether names and the values below the diagram are cut so that they fit.
  public var isFitted = false
  /// The names of rows in the program's source; nil for names of classes.
  public var names: ProgramNames?
  /// Whether the observables that one place made share a row, and stretches in which nothing new happens are left out.
  public var foldsRepeats = true
  /// Whether an animation shows the events of a picture one after the other.
  var isAnimated = false

  public init() {}
}

/// The threads and queues of a diagram's columns, each with a letter. All events of a column are on one thread, because
/// one event causes the others during its call.
struct MarbleThreads {
  /// For each column, the position of its place in ``names``.
  private var places: [Int] = []
  private var names: [String] = []

  init(_ chart: MarbleChart, _ trace: Trace) {
    guard trace.threads.count > 1 else { return }
    var known: [String: Int] = [:]
    for column in chart.columns {
      let name = Self.name(trace.place(of: trace.steps[column.step]))
      let place = known[name] ?? names.count
      if place == names.count {
        known[name] = place
        names.append(name)
      }
      places.append(place)
    }
  }

  /// The threads of a pool are told apart, because events on two of them may overlap.
  private static func name(_ place: StepPlace) -> String {
    ShownText.printable(place.name.hasSuffix(" QoS") ? place.nameAndThread : place.name)
  }

  /// A line with a letter below each column whose thread differs from the column before; nil if there is one thread.
  func marks(_ strip: MarbleChart.Strip) -> String? {
    guard names.count > 1 else { return nil }
    var line = ""
    var latest: Int?
    for (column, position) in zip(strip.columns, strip.places) where places[column] != latest {
      latest = places[column]
      line += String(repeating: " ", count: max(Int(position.offset) - line.count, 0)) + Self.letter(places[column])
    }
    return line
  }

  /// The letter of a column whose thread differs from the column before in its strip; nil if there is nothing to mark.
  func mark(_ column: Int, in strip: MarbleChart.Strip) -> String? {
    guard names.count > 1, column == strip.columns.lowerBound || places[column] != places[column - 1] else {
      return nil
    }
    return Self.letter(places[column])
  }

  /// `A main`, `B com.example.db`.
  var legend: [String] { names.count > 1 ? names.enumerated().map { "\(Self.letter($0)) \($1)" } : [] }

  /// A to Z, then A1, B1 and so on.
  static func letter(_ place: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(place % 26)))
    return place < 26 ? letter : "\(letter)\(place / 26)"
  }
}

/// Short names for values that are too long for their row.
struct MarbleKeys {
  /// Each key with its value, in order of first appearance.
  private(set) var values: [(key: String, value: TracedValue)] = []
  private var keys: [String: String] = [:]
  private let longest: Int

  init(_ chart: MarbleChart, longest: Int) {
    self.longest = longest
    for marble in chart.rows.flatMap(\.marbles).sorted(by: { $0.step < $1.step }) {
      guard let value = marble.value, isLong(value), keys[value.text] == nil else { continue }
      let key = "@\(values.count + 1)"
      keys[value.text] = key
      values.append((key, value))
    }
  }

  /// Nil for a value that needs no key.
  func key(of marble: MarbleChart.Marble) -> String? {
    marble.value.flatMap { isLong($0) ? keys[$0.text] : nil }
  }

  private func isLong(_ value: TracedValue) -> Bool {
    if !value.isComplete || value.text.utf8.count > longest * 12 { return true }
    return ShownText.width(ShownText.printable(value.text)) > longest
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
