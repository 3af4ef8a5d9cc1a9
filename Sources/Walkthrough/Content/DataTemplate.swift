import Mustache
import RxTrace

/// Markdown with places to fill in from data, in Mustache.
struct DataTemplate: Sendable {
  private let template: MustacheTemplate
  /// Every name that a tag mentions.
  private let names: Set<String>
  private let needs: TemplateNeeds
  private let path: String

  /// - Parameter path: The template's path in messages.
  /// - Throws: ``Problem`` for invalid Mustache.
  init(_ text: String, path: String) throws(Problem) {
    do {
      // Markdown is escaped when it is rendered.
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}" + Self.numbered(text))
    } catch let error as MustacheTemplate.ParserError {
      let what = Self.mistake(error.error as? MustacheTemplate.Error) ?? "\(error.error)"
      throw Problem(line: error.context.lineNumber, "invalid Mustache in the template: \(what)")
    } catch {
      throw Problem(line: 1, "invalid Mustache in the template: \(error)")
    }
    self.path = path
    needs = TemplateNeeds(text)
    let tags = text.matches(of: Self.tag).flatMap { $0.output.1.split(separator: ".").map(String.init) }
    names = Set(tags).union(needs.mentioned)
  }

  /// A mistake in plain words; nil for a rare one.
  private static func mistake(_ error: MustacheTemplate.Error?) -> String? {
    switch error {
    case .sectionCloseNameIncorrect: "this closes a section other than the one that is open"
    case .expectedSectionEnd: "a section is not closed: end it with `{{/…}}`"
    case .unfinishedName: "a tag is not closed: end it with `}}`"
    default: nil
    }
  }

  /// A page's text, with the line of the template that each of its lines came from.
  struct Filled: Sendable {
    var text: String
    var lines: [Int]
  }

  /// Fills in data for one language. If a value is a map from languages, the text of that language is used.
  /// - Throws: ``Problem`` for data that is not a map, for names that the template never mentions, and for values that it
  ///   requires and that are missing.
  func filled(with yaml: String, language: String, languages: Set<String>) throws(Problem) -> Filled {
    let data = PageData(language: language, languages: languages, own: needs.own)
    let node = try data.read(yaml)
    let unknown = try data.keys(of: node).filter { !names.contains($0.0) }
    if let (key, place) = unknown.min(by: { ($0.1.line, $0.1.column) < ($1.1.line, $1.1.column) }) {
      guard !languages.contains(key) else {
        let all = languages.sorted().map { "`\($0)`" }.joined(separator: ", ")
        throw Problem(place, "beside `\(key)` stand only other languages of the look, which are \(all)")
      }
      let nearest = Nearest.suggestion(for: key, among: names.sorted())
      throw Problem(place, "`\(key)` is mentioned nowhere in \(path)" + nearest)
    }
    try needs.check(node)
    return Self.withoutNumbers(template.render(data.value(of: node) as Any))
  }

  nonisolated(unsafe) private static let tag = /\{\{\{?[#^\/&]?\s*([\w.-]+)/

  // MARK: Numbers of lines

  private static let (opening, closing): (Character, Character) = ("\u{2}", "\u{3}")

  /// The lines, each after its number. Lines with only the tags of sections have none, because they vanish.
  private static func numbered(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
      line.wholeMatch(of: sections) == nil ? "\(opening)\(number + 1)\(closing)\(line)" : String(line)
    }.joined(separator: "\n")
  }

  nonisolated(unsafe) private static let sections = /\s*(\{\{[#^\/!][^}]*\}\}\s*)+/

  private static func withoutNumbers(_ text: String) -> Filled {
    var lines: [Int] = []
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      guard line.first == opening, let end = line.firstIndex(of: closing) else {
        // A line without a number is part of a text of several lines that was filled in.
        lines.append(lines.last ?? 1)
        return line
      }
      lines.append(Int(line[line.index(after: line.startIndex)..<end]) ?? 1)
      return line[line.index(after: end)...]
    }
    return Filled(text: kept.joined(separator: "\n"), lines: lines)
  }
}

/// A missing value, which hides a value of the same name in an enclosing map.
private struct Missing: MustacheCustomRenderable {
  let renderText = ""
  let isNull = true
}

/// The data of a page, in one language.
private struct PageData {
  let language: String
  let languages: Set<String>
  /// Names that a nested map does not inherit from the maps around it.
  let own: Set<String>

  func read(_ yaml: String) throws(Problem) -> YAML {
    guard let file = try YAML.read(yaml, as: "the data"), file.map != nil else {
      throw Problem(line: 1, "the data must be a map of `key: value` lines")
    }
    return file
  }

  /// The names of values, each with its place, in no order.
  /// - Throws: ``Problem`` if there are more values than ``Limits/dataValues``: an alias stands for all that it names,
  ///   so a short file can mean a great many.
  func keys(of data: YAML) throws(Problem) -> [(String, Place)] {
    var keys: [(String, Place)] = []
    var pending = [data]
    var seen = 0
    while let value = pending.popLast() {
      seen += 1
      guard seen <= Limits.dataValues else {
        throw Problem(line: 1, "the data has more than \(Limits.dataValues) values")
      }
      pending += value.list ?? []
      guard let map = value.map else { continue }
      pending += map.map(\.value)
      if !isTranslated(map) { keys += map.map { ($0.key.text ?? "", $0.key.place) } }
    }
    return keys
  }

  /// The data as strings, Booleans, lists and maps.
  func value(of data: YAML, isInner: Bool = false) -> Any {
    if let list = data.list { return list.map { value(of: $0, isInner: true) } }
    guard let map = data.map else { return data.truth ?? data.text?.trimmingSuffix(while: \.isNewline) ?? "" }
    guard isTranslated(map) else {
      // Mustache looks for a missing name in the enclosing maps, unless a null hides it.
      let missing = isInner ? Dictionary(uniqueKeysWithValues: own.map { ($0, Missing() as Any) }) : [:]
      let values = map.map { ($0.key.text ?? "", value(of: $0.value, isInner: true)) }
      return missing.merging(values) { _, value in value }
    }
    let chosen = [language, Wording.mainLanguage].lazy.compactMap { language in map.first { $0.key.text == language } }
    return value(of: (chosen.first ?? map[0]).value, isInner: isInner)
  }

  private func isTranslated(_ map: [(key: YAML, value: YAML)]) -> Bool {
    !map.isEmpty && map.allSatisfy { languages.contains($0.key.text ?? "") }
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}
