import RxTrace

extension ProgramLine {
  /// The look of a part of a line.
  enum Tone: String {
    case name, faint, plain, event, failure, value, output
  }

  /// The most characters of a value that are shown if there is room.
  static let longestValue = 120

  static func cut(_ text: String, _ length: Int) -> String {
    guard text.count > length else { return text }
    let kept = text.prefix(max(length - 1, 1))
    // A value that was cut before has its mark already.
    return kept.last == "…" ? String(kept) : kept + "…"
  }
}

extension ProgramLine.Part {
  /// The text of the part, and its look.
  /// - Parameters:
  ///   - longest: the characters of a value that are shown.
  ///   - hidesRepeated: whether a value is left out that the stage before on the line has too.
  func words(longest: Int, hidesRepeated: Bool) -> (text: String, tone: ProgramLine.Tone) {
    switch self {
    case .name(let text): (ShownText.printable(text), .name)
    case .heading(let text): ("── \(ShownText.printable(text)) ──", .name)
    case .separator(let text): (text, .faint)
    case .word(let text): (ShownText.printable(text), .plain)
    case .failure(let text): (text, .failure)
    case .event(.next): ("●", .event)
    case .event(.error): ("✕", .failure)
    case .event(.completed): ("completed", .event)
    case .value(let values) where hidesRepeated && values.isRepeated: ("", .plain)
    case .value(let values): (" " + values.text(longest), .value)
    case .printed(let values): ("\"\(values.text(longest))\"", .output)
    }
  }
}

extension ProgramLine.Values {
  fileprivate func text(_ longest: Int) -> String {
    let ends = first == last ? [first] : [first, last]
    return ends.map { ProgramLine.cut(ShownText.printable($0.text), longest) }.joined(separator: " … ")
  }
}
