import RxTrace

/// A page's lines without the definitions of footnotes, because libcmark would read `[^1]: text` as the definition of a
/// link. The lines of definitions become empty, so that all others keep their numbers.
///
///     A claim[^proof] with a note.
///
///     [^proof]: Its text, as Markdown. Further paragraphs
///         are indented by four spaces.
struct FootnoteText {
  struct Definition: Equatable {
    var label: String
    /// The lines without the label and the indentation.
    var lines: [String]
    var place: Place
    /// The column at which the text begins.
    var textColumn: Int
  }

  /// The remaining text, as UTF-8.
  private(set) var bytes: ArraySlice<UInt8>
  private(set) var definitions: [Definition] = []
  private var lines: [String] = []
  /// The next line with text after empty lines, kept so that long runs of empty lines are searched only once.
  private var nextText = 0

  /// - Parameter first: The line of the page on which the text begins, after the front matter.
  init(_ text: PageText, fromLine first: Int = 1) {
    bytes = text.bytes(fromLine: first)
    guard Self.mayDefine(bytes) else { return }
    lines = (min(first, text.lineCount)...text.lineCount).map(text.line)
    takeDefinitions(firstLine: first)
    if !definitions.isEmpty { bytes = ArraySlice(lines.joined(separator: "\n").utf8) }
    lines = []
  }

  /// Whether the text contains `[^`: most pages do not have footnotes, and their text is not copied.
  private static func mayDefine(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for position in bytes.indices.dropFirst() where bytes[position] == UInt8(ascii: "^") {
        if bytes[position - 1] == UInt8(ascii: "[") { return true }
      }
      return false
    }
  }

  private mutating func takeDefinitions(firstLine: Int) {
    var fence: Fence?
    var number = 0
    while number < lines.count {
      let line = lines[number]
      if let open = fence {
        if open.isClosed(by: line) { fence = nil }
      } else if let opened = Fence(opening: line) {
        fence = opened
      } else if let definition = Self.definition(line, number: number + firstLine) {
        number += take(definition, from: number)
        continue
      }
      number += 1
    }
  }

  /// Empties the lines of a definition.
  /// - Returns: The number of these lines.
  private mutating func take(_ first: Definition, from start: Int) -> Int {
    var definition = first
    var fence: Fence?
    var end = start + 1
    while end < lines.count {
      let line = lines[end]
      let isIndented = line.hasPrefix("    ") || line.hasPrefix("\t")
      if fence == nil && !isIndented && !continues(line, after: lines[end - 1], end) { break }
      let text = isIndented ? String(line.dropFirst(line.hasPrefix("\t") ? 1 : 4)) : line
      if let open = fence { if open.isClosed(by: text) { fence = nil } } else { fence = Fence(opening: text) }
      definition.lines.append(text)
      end += 1
    }
    while definition.lines.count > 1, definition.lines.last!.allSatisfy(\.isWhitespace) {
      definition.lines.removeLast()
    }
    definitions.append(definition)
    for number in start..<end { lines[number] = "" }
    return end - start
  }

  /// Whether the note goes on with a line. After an empty line, it goes on only if the next text is indented.
  private mutating func continues(_ line: String, after before: String, _ number: Int) -> Bool {
    if line.allSatisfy(\.isWhitespace) {
      if number >= nextText {
        nextText = lines[(number + 1)...].firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.count
      }
      guard nextText < lines.count else { return false }
      return lines[nextText].hasPrefix("    ") || lines[nextText].hasPrefix("\t")
    }
    let isParagraph = !before.allSatisfy(\.isWhitespace)
    let startsBlock = line.hasPrefix("#") || line.hasPrefix(">") || line.hasPrefix("- ") || line.hasPrefix("|")
    return isParagraph && !startsBlock && Fence(opening: line) == nil && Self.definition(line, number: 0) == nil
  }

  private static func definition(_ line: String, number: Int) -> Definition? {
    let indentation = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indentation)
    guard indentation <= 3, rest.hasPrefix("[^"), let close = rest.firstIndex(of: "]") else { return nil }
    let after = rest[rest.index(after: close)...]
    let label = String(rest[rest.index(rest.startIndex, offsetBy: 2)..<close])
    guard after.first == ":", isLabel(label) else { return nil }
    let text = after.dropFirst().drop { $0 == " " || $0 == "\t" }
    return Definition(
      label: label, lines: [String(text)], place: Place(line: number, column: indentation + 1),
      textColumn: line.distance(from: line.startIndex, to: text.startIndex) + 1)
  }

  static func isLabel(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 100 && !text.contains { $0.isWhitespace || $0 == "[" || $0 == "]" || $0 == "^" }
  }

  /// The opening of a fenced block, which only a fence of the same character and at least the same length closes. Marks
  /// of quotes and lists before the fence are skipped.
  private struct Fence {
    private let sign: Character
    private let length: Int

    init?(opening line: String) {
      let rest = line.drop { " \t>".contains($0) }.drop { "-*+0123456789.) ".contains($0) }
      guard let sign = rest.first, sign == "`" || sign == "~" else { return nil }
      let length = rest.prefix { $0 == sign }.count
      // A fence of backticks cannot have a backtick in its info string: that would be a code span.
      guard length >= 3, sign == "~" || !rest.dropFirst(length).contains("`") else { return nil }
      self.sign = sign
      self.length = length
    }

    func isClosed(by line: String) -> Bool {
      let rest = line.drop { " \t>".contains($0) }
      let count = rest.prefix { $0 == sign }.count
      return count >= length && rest.dropFirst(count).allSatisfy(\.isWhitespace)
    }
  }
}
