import RxTrace

/// Doc comments of the sources in another language, in `comments.zh-Hans.yml` beside the pages. Each is kept with the
/// hash of the comment that it translates, so that a change of the original is noticed.
///
///     "ObservableType.map(_:)": {of: 3f2a91c0, text: 用一个函数把每个元素变成另一个元素。}
struct TranslatedComments: Sendable {
  private var entries: [String: Entry] = [:]
  private var texts: [String: String] = [:]

  struct Entry: Sendable {
    /// The hash of the comment that was translated.
    var original: String
    var text: String
    var place: Place
  }

  static func fileName(_ language: String) -> String { "comments.\(language).yml" }

  /// An empty set, as for a language without the file.
  init() {}

  /// - Throws: ``Problem`` for anything other than a map from symbols to `of` and `text`.
  init(yaml: String) throws(Problem) {
    guard let file = try YAML.read(yaml, as: "the file") else { return }
    guard let map = file.map else {
      throw Problem(line: 1, "translated comments must be a map from symbols to `of` and `text`")
    }
    for (key, value) in map {
      guard let symbol = key.text, let pairs = value.map else {
        throw Problem(key.place, "a translated comment must be a map with `of` and `text`")
      }
      let parts = Dictionary(pairs.map { ($0.key.text ?? "", $0.value.text ?? "") }) { first, _ in first }
      guard let original = parts["of"], let text = parts["text"], parts.count == 2, !text.isEmpty else {
        throw Problem(key.place, "the comment of `\(symbol)` needs `of` and `text`, and nothing else")
      }
      entries[symbol] = Entry(original: original, text: text, place: key.place)
      texts[original] = text
    }
  }

  /// The translations for each language, and the problems of their files.
  static func all(
    content: ContentFolder, languages: [String]
  ) -> (comments: [String: TranslatedComments], problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var all: [String: TranslatedComments] = [:]
    for language in languages where content.has(fileName(language)) {
      do throws(Problem) {
        all[language] = try TranslatedComments(yaml: content.text(of: fileName(language)))
      } catch {
        problems.append(content.diagnostic(error, in: fileName(language)))
      }
    }
    return (all, problems)
  }

  /// The translation of a comment, regardless of the symbol it is kept for: several overloads may share one comment.
  func text(of comment: String) -> String? { texts.isEmpty ? nil : texts[Self.identifier(of: comment)] }

  /// The entry of a symbol, as pages spell it.
  subscript(symbol: String) -> Entry? { entries[symbol] }

  /// The hash of a comment of the sources.
  static func identifier(of comment: String) -> String {
    var hash = ContentHash()
    hash.add(comment)
    return String(hash.text.prefix(8))
  }
}
