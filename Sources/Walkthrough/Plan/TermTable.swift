import RxTrace

/// The one word of a language for each thing, in `terms.zh-Hans.yml` beside the pages, and the words that its pages do not
/// use for that thing.
///
///     race: {word: 竞态, not: [竞争], except: [竞争对手]}
struct TermTable: Sendable {
  /// A hash of the contents of the file; empty for a language without one.
  private(set) var hash = ""
  private let fileName: String
  /// The refused words by their first byte, the longest first.
  private var refused: [UInt8: [Refused]] = [:]

  /// A word that pages must not use.
  private struct Refused: Sendable {
    var bytes: [UInt8]
    var text: String
    var term: String
    /// The word to write instead.
    var word: String
    /// Longer words that contain the refused word and are allowed.
    var exceptions: [[UInt8]]
  }

  static func fileName(_ language: String) -> String { "terms.\(language).yml" }

  /// - Throws: ``Problem`` for anything other than a map from terms to `word` and `not`.
  init(yaml: String, fileName: String) throws(Problem) {
    self.fileName = fileName
    var hash = ContentHash()
    hash.add(yaml)
    self.hash = hash.text
    guard let file = try YAML.read(yaml, as: "the file") else { return }
    guard let map = file.map else { throw Problem(line: 1, "the terms must be a map from terms to `word` and `not`") }
    for (key, value) in map { try read(key, value) }
    for byte in refused.keys { refused[byte]?.sort { $0.bytes.count > $1.bytes.count } }
  }

  private mutating func read(_ key: YAML, _ value: YAML) throws(Problem) {
    let term = key.text ?? ""
    var word = ""
    var lists: [String: [String]] = [:]
    for (part, given) in value.map ?? [] {
      switch part.text ?? "" {
      case "word": word = given.text ?? ""
      case "not", "except": lists[part.text ?? ""] = try Self.words(given)
      case let other:
        let nearest = Nearest.suggestion(for: other, among: ["word", "not", "except"])
        throw Problem(part.place, "unknown key `\(other)` of a term" + nearest)
      }
    }
    guard !word.isEmpty else {
      throw Problem(key.place, "the term `\(term)` needs a `word`: write `{word: 竞态, not: [竞争]}`")
    }
    let exceptions = (lists["except"] ?? []).map { Array($0.utf8) }
    for text in lists["not"] ?? [] {
      let bytes = Array(text.utf8)
      refused[bytes[0], default: []].append(
        Refused(bytes: bytes, text: text, term: term, word: word, exceptions: exceptions))
    }
  }

  private static func words(_ value: YAML) throws(Problem) -> [String] {
    let texts = (value.list ?? []).compactMap(\.text).filter { !$0.isEmpty }
    guard let entries = value.list, entries.count == texts.count else {
      throw Problem(value.place, "the words of a term must be a list: write `[one, two]`")
    }
    return texts
  }

  /// The tables of all languages, and the problems of their files.
  static func all(
    content: ContentFolder, languages: [String]
  ) -> (tables: [String: TermTable], problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var tables: [String: TermTable] = [:]
    for language in languages where content.has(fileName(language)) {
      let name = fileName(language)
      do throws(Problem) {
        tables[language] = try TermTable(yaml: content.text(of: name), fileName: name)
      } catch {
        problems.append(content.diagnostic(error, in: name))
      }
    }
    return (tables, problems)
  }
}

// MARK: Reading pages

extension TermTable {
  /// The places in a page that use a refused word.
  func problems(in text: PageText) -> [Problem] {
    var prose = ProseLines()
    return (1...max(text.lineCount, 1)).flatMap { number in
      prose.masked(Array(text.bytes[text.range(ofLine: number)])).map { problems(in: $0, line: number) } ?? []
    }
  }

  /// The problems in a file of data, whose lines are texts in several languages.
  func problems(inData text: String) -> [Problem] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { place, line in
      problems(in: ProseLines.withoutCode(Array(line.utf8)), line: place + 1)
    }
  }

  private func problems(in line: [UInt8], line number: Int) -> [Problem] {
    var problems: [Problem] = []
    var position = 0
    while position < line.count {
      guard let found = refused[line[position]]?.first(where: { stands($0, in: line, at: position) }) else {
        position += 1
        continue
      }
      let column = String(decoding: line[..<position], as: UTF8.self).count + 1
      problems.append(
        Problem(
          line: number, column: column,
          "write `\(found.word)` for \(found.term), not `\(found.text)`: \(fileName) says so"))
      position += found.bytes.count
    }
    return problems
  }

  private func stands(_ refused: Refused, in line: [UInt8], at start: Int) -> Bool {
    let end = start + refused.bytes.count
    guard end <= line.count, line[start..<end].elementsEqual(refused.bytes) else { return false }
    let isOwn = !Self.isWord(refused.bytes[0]) || Self.isAmongUnspaced(line, start..<end)
    return isOwn && !refused.exceptions.contains { Self.stands($0, in: line, around: start..<end) }
  }

  private static func stands(_ longer: [UInt8], in line: [UInt8], around range: Range<Int>) -> Bool {
    let starts = max(0, range.upperBound - longer.count)...range.lowerBound
    return starts.contains { start in
      start + longer.count <= line.count && line[start..<start + longer.count].elementsEqual(longer)
    }
  }

  /// Whether a Latin word is in a text without spaces between words. A line of data may contain the same text in
  /// another language, in which the word is correct.
  private static func isAmongUnspaced(_ line: [UInt8], _ range: Range<Int>) -> Bool {
    let space = UInt8(ascii: " ")
    let before = line[..<range.lowerBound]
    let after = line[range.upperBound...]
    guard !(before.last.map(isWord) ?? false), !(after.first.map(isWord) ?? false) else { return false }
    let neighbours = [before.last { $0 != space }, after.first { $0 != space }]
    return neighbours.contains { $0.map { $0 >= 0x80 } ?? false }
  }

  /// A Latin letter, a digit, or a sign that joins them into one name.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte < 0x80 && (CharacterClass.isLetterOrDigit(byte) || "-_./".utf8.contains(byte))
  }
}

/// Separates the prose of a page from its code, line by line.
struct ProseLines {
  private enum Body {
    case code, notes, text
    /// A text below the lines of a change, each of which begins with a sign.
    case change
    /// Whether it may hold blocks.
    var isText: Bool { self == .text || self == .change }
  }

  /// The blocks that are open, with the number of their marks. A block of text may hold others.
  private var open: [(marks: Int, body: Body)] = []

  /// The line with everything blank except prose; nil for a line of code.
  mutating func masked(_ line: [UInt8]) -> [UInt8]? {
    let start = line.firstIndex { !" >\t".utf8.contains($0) } ?? line.count
    if let mark = line[start...].first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") {
      let marks = line[start...].prefix { $0 == mark }.count
      if marks > 2 { return fence(marks, line[(start + marks)...]) }
    }
    if line[start...].starts(with: "[//]:".utf8) { return nil }
    switch open.last?.body {
    case .code: return nil
    case .notes:
      guard let bar = line.firstIndex(of: UInt8(ascii: "|")) else { return nil }
      return Self.withoutCode(Self.blank(line, ..<bar))
    case .change where line[start...].first.map("+-".utf8.contains) ?? false: return nil
    case .text, .change, nil: return Self.withoutCode(line)
    }
  }

  private mutating func fence(_ marks: Int, _ info: ArraySlice<UInt8>) -> [UInt8]? {
    if let last = open.last, marks >= last.marks {
      open.removeLast()
    } else if open.last?.body.isText ?? true {
      open.append((marks, Self.body(of: info)))
    }
    return nil
  }

  private static func body(of info: ArraySlice<UInt8>) -> Body {
    switch String(decoding: info.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) {
    case "chain", "journey", "assert", "compare": .notes
    case "predict", "task", "actions", "example": .text
    case "variant": .change
    default: .code
    }
  }

  /// Blanks the code and the addresses of links in a line. Characters keep their columns.
  static func withoutCode(_ line: [UInt8]) -> [UInt8] {
    var line = line
    var position = 0
    while position < line.count {
      let end: Int?
      switch line[position] {
      case UInt8(ascii: "`"):
        let marks = line[position...].prefix { $0 == UInt8(ascii: "`") }
        end = Self.end(of: Array(marks), in: line, from: position + marks.count)
      case UInt8(ascii: "]") where line[position...].dropFirst().first == UInt8(ascii: "("):
        end = line[position...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 }
      default: end = nil
      }
      guard let end else {
        position += 1
        continue
      }
      let rest = line.count - end
      line = blank(line, position..<end)
      position = line.count - rest
    }
    return line
  }

  private static func end(of marks: [UInt8], in line: [UInt8], from start: Int) -> Int? {
    var position = start
    while position < line.count {
      let run = line[position...].prefix { $0 == UInt8(ascii: "`") }.count
      if run == marks.count { return position + run }
      position += max(run, 1)
    }
    return nil
  }

  /// Replaces each character with one space, so that columns stay.
  private static func blank(_ line: [UInt8], _ range: some RangeExpression<Int>) -> [UInt8] {
    let range = range.relative(to: line)
    let count = String(decoding: line[range], as: UTF8.self).count
    return line[..<range.lowerBound] + Array(repeating: UInt8(ascii: " "), count: count) + line[range.upperBound...]
  }
}
