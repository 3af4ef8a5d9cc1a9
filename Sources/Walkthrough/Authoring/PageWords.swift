import Foundation
import RxTrace

/// The words of the pages' prose in one language, for a checker of spelling: without code, addresses, and names that have
/// digits or capitals inside.
///
///     let words = try PageWords(content: URL(filePath: "content"), language: "en")
///     print(words.all.count, words.places(of: ["recieve"]))
///     // Prints: 1 [content/page.md:5:3: error: unknown word `recieve`]
public struct PageWords {
  /// In `words.txt` beside the pages: words that no dictionary has, one a line.
  public static let fileName = "words.txt"

  /// Each word once, but for those of ``fileName``.
  public var all: Set<String> { Set(found.map(\.word)) }

  private var found: [(word: String, place: Diagnostic)] = []

  /// - Parameter languages: Those of the site's look: any other suffix before `.md` is a part of the page's name.
  /// - Throws: ``SiteSetupError`` for a page that cannot be read.
  public init(content: URL, language: String, languages: Set<String>) throws {
    let folder = ContentFolder(content)
    let known = folder.has(Self.fileName) ? (try? folder.text(of: Self.fileName)) ?? "" : ""
    let own = Set(known.lowercased().split(whereSeparator: \.isNewline).map(String.init))
    for path in FolderEntry.files(below: content.path).sorted() where path.hasSuffix(".md") {
      guard PageName(path, languages: languages).language == language else { continue }
      do throws(Problem) {
        add(try PageText(Array(try folder.text(of: path).utf8)), of: path, in: folder, except: own)
      } catch {
        throw SiteSetupError("\(folder.diagnostic(error, in: path))")
      }
    }
  }

  /// The first place on each page of some of the words.
  public func places(of words: Set<String>) -> [Diagnostic] {
    var seen: Set<String> = []
    return found.filter { words.contains($0.word) && seen.insert($0.place.file + $0.word).inserted }.map(\.place)
  }

  private mutating func add(_ text: PageText, of path: String, in folder: ContentFolder, except known: Set<String>) {
    var prose = ProseLines()
    for line in 1...max(text.lineCount, 1) {
      guard let masked = prose.masked(Array(text.bytes[text.range(ofLine: line)])) else { continue }
      for (word, column) in Self.words(of: String(decoding: masked, as: UTF8.self))
      where !known.contains(word.lowercased()) {
        let problem = Problem(line: line, column: column, "unknown word `\(word)`")
        found.append((word, folder.diagnostic(problem, in: path)))
      }
    }
  }

  private static func words(of line: String) -> [(word: String, column: Int)] {
    line.split(whereSeparator: { $0.isWhitespace || "-–—*[]()".contains($0) }).compactMap { piece in
      guard let first = piece.firstIndex(where: \.isLetter), let last = piece.lastIndex(where: \.isLetter)
      else { return nil }
      let word = piece[first...last].replacing("’", with: "'").replacing(/'s$/, with: "")
      let isPlain = word.allSatisfy { $0.isLetter || $0 == "'" } && !word.dropFirst().contains(where: \.isUppercase)
      guard isPlain, word.count > 2, !piece.contains(where: \.isNumber) else { return nil }
      return (String(word), line.distance(from: line.startIndex, to: first) + 1)
    }
  }
}
