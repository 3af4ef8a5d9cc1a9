import RxTrace

/// Words that readers search for and that are not in the titles of pages: from the field, from other languages, from
/// earlier years. They are in `synonyms.yml` beside the pages: a page's file, and a list of words.
struct Synonyms: Sendable {
  private var words: [String: [String]] = [:]
  private(set) var problems: [Diagnostic] = []

  static let fileName = "synonyms.yml"

  /// The synonyms of a content folder, if it has the file.
  init(content: ContentFolder, names: PageTable) {
    guard content.has(Self.fileName) else { return }
    do throws(Problem) {
      guard let file = try YAML.read(content.text(of: Self.fileName), as: "the file") else { return }
      guard let map = file.map else {
        throw Problem(line: 1, "the synonyms must be a map from pages to lists of words")
      }
      for (page, list) in map { read(page, list, content, names) }
    } catch {
      problems.append(content.diagnostic(error, in: Self.fileName))
    }
  }

  private mutating func read(_ page: YAML, _ list: YAML, _ content: ContentFolder, _ names: PageTable) {
    let path = page.text ?? ""
    guard case .page(let name) = names.target(path, in: content), path != "" else {
      let nearest = Nearest.suggestion(for: path, among: names.paths)
      let problem = Problem(page.place, "no page `\(path)`" + nearest)
      return problems.append(content.diagnostic(problem, in: Self.fileName))
    }
    let texts = (list.list ?? []).compactMap(\.text).filter { !$0.isEmpty }
    guard let entries = list.list, !texts.isEmpty, texts.count == entries.count else {
      let problem = Problem(list.place, "the synonyms of a page must be a list of words: write `[one, two]`")
      return problems.append(content.diagnostic(problem, in: Self.fileName))
    }
    words[name.base, default: []] += texts
  }

  /// The words for a page in every language, by the page's name without a language.
  func words(for base: String) -> [String] { words[base] ?? [] }
}
