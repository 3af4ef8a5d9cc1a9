import RxTrace

/// The program's view of a run in HTML: the lines of ``ProgramText``, each with links to its step and to its place.
///
/// It is made of several lists, because a browser takes long over a hundred thousand lines.
package struct ProgramHTML: Sendable {
  /// The lists, one after another.
  package private(set) var parts: [String] = []
  /// The number of lines in all lists.
  package private(set) var count = 0

  private let stepPage: String
  private var items: [String] = []

  package static let mostInPart = 1000
  private static let deepest = 24

  /// - Parameter stepPage: the address of the page of steps.
  package init(_ run: LocatedTrace, stepPage: String) {
    self.stepPage = stepPage
    var rest: Trace? = run.trace
    ProgramLines(RunOutline(run), ProgramLook(showsTimes: true)).visit({ rest.take() }, { add($0, 0) })
    endPart()
  }

  private mutating func add(_ line: ProgramLine, _ level: Int) {
    items.append(item(line, level))
    count += 1
    if items.count == Self.mostInPart { endPart() }
    for child in line.children { add(child, level + 1) }
  }

  private mutating func endPart() {
    guard !items.isEmpty else { return }
    parts.append("<ol class=\"program-lines\">\n\(items.joined())</ol>\n")
    items = []
  }

  private func item(_ line: ProgramLine, _ level: Int) -> String {
    let number =
      line.isContinuation ? "" : "<a href=\"\(escaped(stepPage))#step-\(line.step)\">#\(line.step)</a>"
    let told = line.parts.map(html).joined()
    let notes = [virtualTime(line), line.outcomeText.map { ShownText.printable($0) }, line.countText, threadText(line)]
    let shown = [line.place.map(place)] + notes.map { $0.map(escaped) }
    let noteText = shown.compactMap(\.self).filter { !$0.isEmpty }.map { "<span>\($0)</span>" }.joined(separator: " ")
    return "<li class=\"d\(min(level, Self.deepest))\"><span class=\"number\">\(number)</span>"
      + "<span class=\"told\">\(told)</span> <span class=\"notes\">\(noteText)</span></li>\n"
  }

  private func html(_ part: ProgramLine.Part) -> String {
    let (text, tone) = part.words(longest: ProgramLine.longestValue, hidesRepeated: false)
    if tone == .plain { return escaped(text) }
    return "<span class=\"tone-\(tone.rawValue)\">\(escaped(text))</span>"
  }

  private func place(_ place: ProgramLine.Place) -> String {
    EditorButton.html(place.line, ShownText.printable(place.text))
  }

  /// `@ 250`: the time on the clock of a scheduler that has one of its own.
  private func virtualTime(_ line: ProgramLine) -> String? {
    guard let time = line.virtualTime, !line.isContinuation else { return nil }
    return "@ \(ShownText.printable(time.text))"
  }

  private func threadText(_ line: ProgramLine) -> String? { line.threadName.map { ShownText.printable($0) } }

  private func escaped(_ text: String) -> String { TextEscaping.html.escape(text) }
}
