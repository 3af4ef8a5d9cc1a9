import RxTrace

/// Draws a run as a marble diagram, in SVG.
///
/// The picture has the given width: a longer run continues below, like a line of music. Events from the same source have
/// the same colour, however they were changed on their way; dotted lines lead from an event to those that it caused
/// in other rows.
/// The picture's description has everything that is drawn as text.
///
///     MarblePicture(trace, width: 720).write { print($0, terminator: "") }
///     // Prints: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 196" …
public struct MarblePicture {
  private let trace: Trace
  private let chart: MarbleChart
  private let keys: MarbleKeys
  private let axis: MarbleChart.Axis
  private let frame: (title: String, identifier: String, setting: PictureSetting)
  private let words: PictureWords
  private let width: Double
  /// The threads of the columns; nil for a picture that does not mark them.
  private let threads: MarbleThreads?
  /// Whether an animation shows the events one after the other, and repeats.
  private var isAnimated = false

  /// - Parameters:
  ///   - origins: the line of the user's source that made an object, if it is known.
  ///   - axis: whether columns are alike or set apart by time, or by a virtual clock.
  ///   - width: in pixels, at least 240.
  ///   - title: the name that a screen reader gives to the picture.
  ///   - identifier: distinguishes pictures of one page.
  ///   - standsAlone: false for a picture in a page, whose ground and colour of text it then takes.
  public init(
    _ trace: Trace, origins: [ObjectID: SourceLine] = [:], axis: MarbleChart.Axis = .steps, width: Int = 960,
    title: String = "Marble diagram", identifier: String = "marbles", standsAlone: Bool = true
  ) {
    self.init(
      trace, MarbleChart(trace, origins: origins), axis: axis, width: width,
      frame: (title, identifier, standsAlone ? .alone : .page), words: PictureWords(), marksThreads: false)
  }

  /// - Parameters:
  ///   - look: the names of rows, and whether they are folded.
  ///   - title: the name that a screen reader gives to the picture.
  init(_ run: LocatedTrace, _ look: MarbleLook, title: String) {
    self.init(
      run.trace, MarbleChart(run, names: look.names, foldsRepeats: look.foldsRepeats), axis: look.axis, width: 960,
      frame: (title, "marbles", .alone), words: PictureWords(), marksThreads: true)
    isAnimated = look.isAnimated
  }

  /// Draws a chart for a page that has its own words and style sheet.
  package init(
    _ trace: Trace, _ chart: MarbleChart, axis: MarbleChart.Axis, width: Int,
    frame: (title: String, identifier: String, setting: PictureSetting), words: PictureWords
  ) {
    self.init(trace, chart, axis: axis, width: width, frame: frame, words: words, marksThreads: false)
  }

  private init(
    _ trace: Trace, _ chart: MarbleChart, axis: MarbleChart.Axis, width: Int,
    frame: (title: String, identifier: String, setting: PictureSetting), words: PictureWords, marksThreads: Bool
  ) {
    self.trace = trace
    self.chart = chart
    self.axis = chart.shown(axis)
    self.width = Double(max(width, 240))
    self.frame = frame
    self.words = words
    keys = MarbleKeys(chart, longest: Self.longestLabel)
    threads = marksThreads ? MarbleThreads(chart, trace) : nil
  }

  /// Writes the picture piece by piece.
  public func write(_ write: (String) throws -> Void) rethrows {
    let page = layOut()
    let frame = SVGFrame(
      identifier: frame.identifier, title: frame.title, width: page.width, height: page.height,
      setting: frame.setting)
    try frame.open(chart.rows.lazy.map(description), write)
    var y = Self.margin
    var covers: [PictureCover] = []
    for strip in page.strips {
      try draw(strip, page, y, write)
      covers.append(cover(of: strip, page, y))
      y += height(of: strip, page) + Self.stripGap
    }
    try drawNotes(page, y, write)
    if isAnimated { try PictureCover.write(covers, identifier: self.frame.identifier, write) }
    try frame.close(write)
  }

  /// The cover of a strip. Names that stand above their rows are covered with them.
  private func cover(of strip: MarbleChart.Strip, _ page: Page, _ top: Double) -> PictureCover {
    let left = page.left - Self.margin / 2
    return PictureCover(
      x: left, y: top, width: page.width - left, height: height(of: strip, page), edge: .right,
      moments: strip.columns.count)
  }

  /// Whether the whole run fits in one strip.
  package var isOneStrip: Bool { layOut().strips.count == 1 }

  // MARK: Measures, in pixels

  private static let longestLabel = 18
  private static let keyedLabel = 12
  private static let margin = 16.0
  private static let stripGap = 22.0
  private static let marbleHeight = 25.0
  private static let columnGap = 12.0
  private static let letter = SVG.columnWidth(size: 12)
  /// A name is bold, which is a little wider.
  private static let nameLetter = letter * 1.04
  private static let smallLetter = SVG.columnWidth(size: 10.5)
  private static let noteHeight = 17.0
  private static let groupGap = 12.0
  private static let axisHeight = 18.0

  private struct Page {
    var width: Double
    var height = 0.0
    /// The x coordinate at which lines begin.
    var left: Double
    /// Whether names have lines of their own above their rows, because there is no room beside the rows.
    var namesAbove: Bool
    var rowHeight: Double
    var strips: [MarbleChart.Strip] = []
    var notes: [String] = []
  }

  private func layOut() -> Page {
    let names = chart.rows.map { row in
      max(
        Double(ShownText.width(ShownText.printable(name(row)))) * Self.nameLetter,
        Double(ShownText.width(subtitle(row))) * Self.smallLetter)
    }
    let nameWidth = (names.max() ?? 0) + 18
    let above = width < 600 || nameWidth > width * 0.42
    var page = Page(
      width: width, left: Self.margin + (above ? 0 : nameWidth), namesAbove: above, rowHeight: above ? 58 : 42)
    let available = width - page.left - Self.margin - 18
    page.strips = chart.strips(available: available, room: room, gap: Self.columnGap, axis: axis, isFilled: true)
    if page.strips.count <= 1 { page.width = min(width, narrowest(page)) }
    page.notes = notes(columns: Int((page.width - 2 * Self.margin) / Self.smallLetter))
    let strips = page.strips.reduce(0) { $0 + height(of: $1, page) + Self.stripGap }
    let notes = Double(page.notes.count) * Self.noteHeight
    page.height = Self.margin + strips + notes + Double(legendRows(page).count) * 20 + Self.margin - 6
    return page
  }

  /// The width of a short run, with one strip and the legend in one row.
  private func narrowest(_ page: Page) -> Double {
    let strip = page.left + (page.strips.first?.width ?? 0) + 18
    let names = page.namesAbove ? width : 0
    let notes = keys.values.isEmpty ? 0 : width
    return max(strip, names, notes, Self.margin + legend.reduce(0) { $0 + legendWidth($1.1) }) + Self.margin
  }

  private func height(of strip: MarbleChart.Strip, _ page: Page) -> Double {
    Double(strip.rows.count) * page.rowHeight + Double(groupBreaks(strip).count) * Self.groupGap + Self.axisHeight
  }

  /// The rows of a strip before which another group begins.
  private func groupBreaks(_ strip: MarbleChart.Strip) -> Set<Int> {
    Set(zip(strip.rows, strip.rows.dropFirst()).filter { chart.rows[$0].group != chart.rows[$1].group }.map(\.1))
  }

  private var room: [Double] {
    var room = chart.columns.map { column in
      column.leftOut == 0 ? 14 : Double(chart.label(of: column, axis, in: trace).count) * Self.smallLetter + 4
    }
    for row in chart.rows {
      for marble in row.marbles { room[marble.column] = max(room[marble.column], marbleWidth(marble)) }
    }
    return room
  }

  private func marbleWidth(_ marble: MarbleChart.Marble) -> Double {
    guard marble.event != .completed else { return 14 }
    let text = Double(ShownText.width(label(marble))) * Self.letter
    return max(Self.marbleHeight, text + 16)
  }

  // MARK: Texts

  private func label(_ marble: MarbleChart.Marble) -> String {
    guard let value = marble.value else { return marble.event == .error ? "✕" : "" }
    var text = ShownText.printable(value.text.prefix(Self.longestLabel * 12))
    if let key = keys.key(of: marble) { text = "\(key) \(ShownText.fitted(text, columns: Self.keyedLabel))" }
    return marble.event == .error ? "✕ \(text)" : text
  }

  private func name(_ row: MarbleChart.Row) -> String { row.count == 1 ? row.name : "\(row.name) ×\(row.count)" }

  private func subtitle(_ row: MarbleChart.Row) -> String {
    let receiver = row.receiver.isEmpty ? "" : "→ \(ShownText.printable(row.receiver))"
    return [receiver, row.origin.map { ShownText.printable($0.shortDescription) } ?? ""].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  private func eventText(_ marble: MarbleChart.Marble) -> String {
    let value = marble.value.map { " \(ShownText.value($0))" } ?? ""
    let late = marble.isDelivered ? "" : ", \(words.tooLateNotDelivered)"
    let step = words.step.filled(trace.steps[marble.step].number)
    return "\(marble.event.rawValue)\(value)\(late) (\(step))"
  }

  /// A row in words.
  private func description(_ row: MarbleChart.Row) -> String {
    let receiver = row.receiver.isEmpty ? "" : " to \(row.receiver)"
    let events = row.marbles.isEmpty ? ["no events"] : row.marbles.map(eventText)
    let ending = row.disposal == nil ? "" : "; disposed of"
    return "\(name(row))\(receiver): \(events.joined(separator: "; "))\(ending)."
  }

  private func notes(columns: Int) -> [String] {
    keys.values.flatMap { key, value in
      ShownText.wrapped("\(key)  \(ShownText.value(value, longest: 1000))", columns: max(columns, 20))
    }
  }

  // MARK: Drawing

  /// The coordinates of a strip.
  private struct Place {
    var page: Page
    var strip: MarbleChart.Strip
    /// For each row of the strip the height of its line.
    var lines: [Int: Double] = [:]
    var bottom = 0.0

    func center(_ column: Int) -> Double {
      let place = strip.places[column - strip.columns.lowerBound]
      return page.left + place.offset + place.width / 2
    }

    func leading(_ column: Int) -> Double {
      page.left + strip.places[column - strip.columns.lowerBound].offset - 7
    }

    func trailing(_ column: Int) -> Double {
      let place = strip.places[column - strip.columns.lowerBound]
      return page.left + place.offset + place.width + 6
    }

    var right: Double { page.left + strip.width + 18 }
  }

  private func draw(
    _ strip: MarbleChart.Strip, _ page: Page, _ top: Double, _ write: (String) throws -> Void
  ) rethrows {
    let breaks = groupBreaks(strip)
    var place = Place(page: page, strip: strip)
    var y = top
    for row in strip.rows {
      if breaks.contains(row) {
        let middle = y + Self.groupGap / 2
        try write(SVG.line(Self.margin, middle, page.width - Self.margin, middle, class: "hw-rule"))
        y += Self.groupGap
      }
      place.lines[row] = y + page.rowHeight - (page.namesAbove ? 18 : 21)
      y += page.rowHeight
    }
    place.bottom = y
    for row in strip.rows { try drawCauses(row, place, write) }
    for row in strip.rows { try draw(row, place, write) }
    try drawAxis(place, write)
  }

  /// Draws lines from events of other rows to the events that they caused.
  private func drawCauses(_ index: Int, _ place: Place, _ write: (String) throws -> Void) rethrows {
    guard let y = place.lines[index] else { return }
    let row = chart.rows[index]
    for marble in row.marbles[row.indices(in: place.strip.columns)] {
      guard let cause = marble.cause, place.strip.columns.contains(cause.column), let from = place.lines[cause.row]
      else { continue }
      // A line to a later event is useful between adjacent rows; it only disturbs if it crosses others. A sequence that an
      // event began has its first mark below that event, so lines from there to each of its own events say nothing more.
      if cause.isLater && (cause.row != index - 1 || row.startsLate) { continue }
      let (x1, x2) = (place.center(cause.column), place.center(marble.column))
      try write(SVG.line(x1, from, x2, y, class: "hw-drop"))
    }
  }

  private func draw(_ index: Int, _ place: Place, _ write: (String) throws -> Void) rethrows {
    let row = chart.rows[index]
    guard let y = place.lines[index] else { return }
    try write("<g>\n")
    try drawName(of: row, place.page, y, write)
    try drawLine(row, place, y, write)
    for marble in row.marbles[row.indices(in: place.strip.columns)] {
      try draw(marble, place.center(marble.column), y, write)
    }
    try write("</g>\n")
  }

  /// The name beside the row's line, with the subtitle below, or both above it, as far as the picture is wide.
  private func drawName(
    of row: MarbleChart.Row, _ page: Page, _ y: Double, _ write: (String) throws -> Void
  ) rethrows {
    let (above, room) = (page.namesAbove, page.width - 2 * Self.margin)
    let name = ShownText.fitted(ShownText.printable(name(row)), columns: Int(room / Self.nameLetter))
    let subtitle = subtitle(row)
    let nameY = above ? y - 21 : subtitle.isEmpty ? y + 4 : y - 1
    try write(SVG.text(name, x: Self.margin, y: nameY, class: "hw-name hw-halo"))
    let beside = above ? Double(ShownText.width(name) + 1) * Self.nameLetter : 0
    let shown = ShownText.fitted(subtitle, columns: Int((room - beside) / Self.smallLetter))
    guard !shown.isEmpty else { return }
    try write(SVG.text(shown, x: Self.margin + beside, y: above ? nameY : y + 13, class: "hw-small hw-halo"))
  }

  private func drawLine(
    _ row: MarbleChart.Row, _ place: Place, _ y: Double, _ write: (String) throws -> Void
  ) rethrows {
    let columns = place.strip.columns
    var start = place.page.left
    let isBegun = row.start < columns.lowerBound
    if columns.contains(row.start) { start = place.leading(row.start) } else if !isBegun { start = place.right - 12 }
    var end = place.right
    var goesOn = true
    if let last = row.end, last < columns.upperBound {
      // Events that came too late may be beyond the end of the line.
      guard last >= columns.lowerBound || !isBegun else { return }
      goesOn = false
      end = last < columns.lowerBound ? start + 8 : row.termination == nil ? place.trailing(last) : place.center(last)
    }
    try write(SVG.line(start, y, end, y, class: "hw-line"))
    if goesOn && place.strip.isLast { try write(arrow(at: end, y)) }
    if !goesOn && row.termination == nil { try write(SVG.line(end, y - 5, end, y + 5, class: "hw-stop")) }
    if !isBegun { try write(ring(at: start, y)) }
  }

  private func arrow(at x: Double, _ y: Double) -> String {
    "<path d=\"M\(SVG.number(x + 5)) \(SVG.number(y))l-8 -4v8z\" class=\"hw-tip\"/>\n"
  }

  private func ring(at x: Double, _ y: Double) -> String {
    "<circle cx=\"\(SVG.number(x))\" cy=\"\(SVG.number(y))\" r=\"3\" class=\"hw-back hw-ring\"/>\n"
  }

  private func draw(
    _ marble: MarbleChart.Marble, _ x: Double, _ y: Double, _ write: (String) throws -> Void
  ) rethrows {
    try write("<g><title>\(SVG.escaped(eventText(marble)))</title>\n")
    if marble.event == .completed {
      try write(SVG.line(x, y - 12, x, y + 12, class: marble.isDelivered ? "hw-bar" : "hw-latebar"))
    } else {
      let (wide, high) = (marbleWidth(marble), Self.marbleHeight)
      let radius = high / 2
      let hue = marble.event == .error ? "hw-fail" : "hw-\(marble.source % SVGFrame.hues)"
      let shape = marble.isDelivered ? "hw-shape \(hue)" : "hw-lateshape"
      try write(SVG.rectangle(x - wide / 2, y - radius, wide, high, radius: radius, class: "hw-back"))
      try write(SVG.rectangle(x - wide / 2, y - radius, wide, high, radius: radius, class: shape))
      let text = marble.isDelivered ? "hw-value" : "hw-late"
      try write(SVG.text(label(marble), x: x, y: y + 4, class: text, anchor: "middle"))
    }
    try write("</g>\n")
  }

  /// Draws the labels of the axis, below each column that has room for one.
  private func drawAxis(_ place: Place, _ write: (String) throws -> Void) rethrows {
    let y = place.bottom + 9
    var free = 0.0
    var latest = ""
    for column in place.strip.columns {
      let moment = chart.columns[column]
      if moment.leftOut > 0 {
        try write(SVG.text("⋯", x: place.center(column), y: y - 12, class: "hw-small", anchor: "middle"))
      }
      let text =
        chart.label(of: moment, axis, in: trace) + (threads?.mark(column, in: place.strip).map { " \($0)" } ?? "")
      let half = Double(text.count) * Self.smallLetter / 2
      let x = place.center(column)
      guard text != latest, x - half >= free else { continue }
      try write(SVG.text(text, x: x, y: y, class: "hw-small", anchor: "middle"))
      (latest, free) = (text, x + half + 6)
    }
  }

  // MARK: Below the diagram

  private func drawNotes(_ page: Page, _ top: Double, _ write: (String) throws -> Void) rethrows {
    var y = top - 2
    for note in page.notes {
      try write(SVG.text(note, x: Self.margin, y: y, class: "hw-small"))
      y += Self.noteHeight
    }
    y += 2
    for row in legendRows(page) {
      var x = Self.margin
      for (sign, text) in row {
        try draw(sign, x, y - 4, write)
        try write(SVG.text(text, x: x + 22, y: y, class: "hw-small"))
        x += legendWidth(text)
      }
      y += 20
    }
  }

  private enum Sign { case subscribed, completed, error, disposed, late, axis, thread }

  private func draw(_ sign: Sign, _ x: Double, _ y: Double, _ write: (String) throws -> Void) rethrows {
    let line = SVG.line(x + 2, y, x + 12, y, class: "hw-line")
    switch sign {
    // The letter of the thread stands before its name.
    case .thread: break
    case .axis: try write(SVG.text("1 2", x: x, y: y + 4, class: "hw-small"))
    case .subscribed: try write(SVG.line(x + 7, y, x + 17, y, class: "hw-line") + ring(at: x + 6, y))
    case .completed: try write(line + SVG.line(x + 12, y - 6, x + 12, y + 6, class: "hw-bar"))
    case .error: try write(SVG.text("✕", x: x + 6, y: y + 4, class: "hw-failtext"))
    case .disposed: try write(line + SVG.line(x + 12, y - 4, x + 12, y + 4, class: "hw-stop"))
    case .late: try write(SVG.rectangle(x + 1, y - 5, 16, 10, radius: 5, class: "hw-lateshape"))
    }
  }

  private var legend: [(Sign, String)] {
    let marbles = chart.rows.flatMap(\.marbles)
    var legend: [(Sign, String)] = [(.subscribed, words.subscribed)]
    if marbles.contains(where: { $0.event == .completed }) { legend.append((.completed, words.completed)) }
    if marbles.contains(where: { $0.event == .error }) { legend.append((.error, words.error)) }
    if chart.rows.contains(where: { $0.disposal != nil }) { legend.append((.disposed, words.disposed)) }
    if marbles.contains(where: { !$0.isDelivered }) { legend.append((.late, words.tooLate)) }
    if axis == .steps { legend.append((.axis, words.numberOfStep)) }
    if axis == .ticks { legend.append((.axis, words.virtualClock)) }
    legend += (threads?.legend ?? []).map { (.thread, $0) }
    return legend
  }

  private func legendWidth(_ text: String) -> Double { 22 + Double(ShownText.width(text)) * Self.smallLetter + 16 }

  private func legendRows(_ page: Page) -> [[(Sign, String)]] {
    var rows: [[(Sign, String)]] = []
    var x = Double.infinity
    for item in legend {
      if x + legendWidth(item.1) > page.width - Self.margin {
        rows.append([])
        x = Self.margin
      }
      rows[rows.count - 1].append(item)
      x += legendWidth(item.1)
    }
    return rows
  }
}
