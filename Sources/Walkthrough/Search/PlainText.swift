/// The text of a Markdown page as results of the search show parts of it: a paragraph on each line, without markup.
/// Of fenced blocks it has the notes of chains, and lines with other than ASCII.
///
///     PlainText(Array("## A *b*\n\n[c](d)\ne".utf8)).text  // "A b\nc e"
struct PlainText {
  private(set) var bytes: [UInt8] = []
  private var paragraph: [UInt8] = []

  init(_ markdown: [UInt8], summary: String = "") {
    paragraph = Array(summary.utf8)
    endParagraph()
    var fence: (count: Int, isChain: Bool)?
    markdown.withUnsafeBufferPointer { bytes in
      for line in ByteLines(bytes, from: Self.startOfText(bytes)) {
        let start = bytes.firstOfText(line)
        let marks = bytes.fenceMarks(from: start, in: line)
        if let open = fence {
          if let marks, marks >= open.count {
            fence = nil
          } else if open.isChain || bytes[start..<line.upperBound].contains(where: { $0 >= 0x80 }) {
            addFenced(markdown[start..<line.upperBound], isChain: open.isChain)
            endParagraph()
          }
        } else if let marks {
          fence = (marks, markdown[(start + marks)..<line.upperBound].starts(with: "chain".utf8))
          endParagraph()
        } else {
          addProse(markdown[start..<line.upperBound])
        }
      }
    }
    endParagraph()
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private static let newline = UInt8(ascii: "\n")
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// The place behind the front matter.
  private static func startOfText(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard bytes.starts(with: "---".utf8) else { return 0 }
    let end = ByteLines(bytes).dropFirst().first { bytes[$0].starts(with: "---".utf8) }
    return end.map { Swift.min($0.upperBound + 1, bytes.count) } ?? 0
  }

  // MARK: Paragraphs

  private mutating func addFenced(_ line: ArraySlice<UInt8>, isChain: Bool) {
    if isChain, let bar = line.firstIndex(of: UInt8(ascii: "|")) {
      add(Self.withoutMarks(line[(bar + 1)...])[...])
    } else if line.contains(where: { $0 >= 0x80 }) {
      add(line)
    }
  }

  private mutating func addProse(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return endParagraph() }
    // Headings, items of lists and rows of tables are paragraphs of their own.
    let number = line.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let isNumbered = !number.isEmpty && line.dropFirst(number.count).starts(with: ". ".utf8)
    if isNumbered || "#-|*".utf8.contains(first) { endParagraph() }
    let isRule = line.allSatisfy { "-|:".utf8.contains($0) || Self.isBlank($0) }
    // `[!NOTE]` stands for a word that only the page has.
    if !isRule, !line.starts(with: "[!".utf8) { add(Self.withoutMarks(line)[...]) }
    if first == UInt8(ascii: "#") || first == UInt8(ascii: "|") { endParagraph() }
  }

  private mutating func add(_ text: ArraySlice<UInt8>) {
    // Chinese is written without spaces, also across lines.
    if let last = paragraph.last, last < 0x80, !Self.isBlank(last) { paragraph.append(0x20) }
    paragraph += text
  }

  private mutating func endParagraph() {
    while let last = paragraph.last, Self.isBlank(last) { paragraph.removeLast() }
    guard !paragraph.isEmpty else { return }
    if !bytes.isEmpty { bytes.append(Self.newline) }
    bytes += paragraph
    paragraph = []
  }

  // MARK: Marks

  /// A line without the signs of emphasis, code, headings, lists, tables, and the targets of links.
  private static func withoutMarks(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = line.drop { "#-|".utf8.contains($0) || isBlank($0) }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["): continue
      case UInt8(ascii: "]"):
        guard rest.first == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")) else { continue }
        rest = rest[(end + 1)...]
      case UInt8(ascii: "|"):
        while let last = text.last, isBlank(last) { text.removeLast() }
        if !rest.allSatisfy(isBlank) { text += " · ".utf8 }
        rest = rest.drop(while: isBlank)
      default: text.append(byte)
      }
    }
    return text
  }
}
