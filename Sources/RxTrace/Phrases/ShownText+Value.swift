extension ShownText {
  /// A value in one line; a very long one is shortened, with the number of the remaining characters.
  package static func value(_ value: TracedValue, longest: Int = 240) -> String {
    let beginning = value.text.prefix(longest)
    let hasMore = beginning.endIndex < value.text.endIndex
    var notes = hasMore ? ["\(value.text.count - longest) more characters"] : []
    if !value.isComplete { notes.append("\(StepPhrase.restIsMissing)") }
    let shown = printable(beginning)
    return notes.isEmpty ? shown : "\(shown)… (\(notes.joined(separator: "; ")))"
  }
}

extension SourceLine {
  /// The file's name without its folders, and the line: `Map.swift:42`.
  package var shortDescription: String {
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
    return "\(slash.map { file[file.utf8.index(after: $0)...] } ?? file[...]):\(line)"
  }
}
