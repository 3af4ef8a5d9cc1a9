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
    let reader = PageReader(content: folder, languages: languages)
    let known = folder.has(Self.fileName) ? (try? folder.text(of: Self.fileName)) ?? "" : ""
    let own = Set(known.lowercased().split(whereSeparator: \.isNewline).map(String.init))
    for origin in folder.pages(languages: languages) where origin.name.language == language {
      do throws(PageReader.Failure) {
        try add(origin, reader, except: own)
      } catch {
        throw SiteSetupError("\(folder.diagnostic(error.problem, in: error.path))")
      }
    }
  }

  /// The first place on each page of some of the words.
  public func places(of words: Set<String>) -> [Diagnostic] {
    var seen: Set<String> = []
    return found.filter { words.contains($0.word) && seen.insert($0.place.file + $0.word).inserted }.map(\.place)
  }

  private mutating func add(
    _ origin: PageOrigin, _ reader: PageReader, except known: Set<String>
  ) throws(PageReader.Failure) {
    func add(_ word: String, at place: Place, in file: String) {
      guard !known.contains(word.lowercased()) else { return }
      found.append((word, reader.content.diagnostic(Problem(place, "unknown word `\(word)`"), in: file)))
    }
    let words = Self.words(of: try Self.text(of: origin.path, reader))
    guard let template = origin.template else {
      for (word, place) in words { add(word, at: place, in: origin.path) }
      return
    }
    // The template decides which of the data are prose, and its text has no lines of its own in any file.
    let data = Self.firstPlaces(of: words)
    let own = Self.firstPlaces(of: Self.words(of: try Self.text(of: template, reader)))
    for (word, _) in Self.words(of: try reader.markdown(of: origin)) {
      if let place = data[word] {
        add(word, at: place, in: origin.path)
      } else {
        add(word, at: own[word] ?? Place(line: 1, column: 1), in: template)
      }
    }
  }

  private static func text(of path: String, _ reader: PageReader) throws(PageReader.Failure) -> PageText {
    do throws(Problem) {
      return try PageText(Array(try reader.content.text(of: path).utf8))
    } catch {
      throw PageReader.Failure(path: path, problem: error)
    }
  }

  private static func firstPlaces(of words: [(word: String, place: Place)]) -> [String: Place] {
    Dictionary(words.map { ($0.word, $0.place) }) { first, _ in first }
  }

  private static func words(of text: PageText) -> [(word: String, place: Place)] {
    var prose = ProseLines()
    return (1...max(text.lineCount, 1)).flatMap { line -> [(word: String, place: Place)] in
      guard let masked = prose.masked(Array(text.bytes[text.range(ofLine: line)])) else { return [] }
      return words(of: String(decoding: masked, as: UTF8.self)).map { ($0.word, Place(line: line, column: $0.column)) }
    }
  }

  private static func words(of line: String) -> [(word: String, column: Int)] {
    line.split(whereSeparator: { $0.isWhitespace || "-–—*[]()".contains($0) }).compactMap { piece in
      guard let first = piece.firstIndex(where: \.isLetter), let last = piece.lastIndex(where: \.isLetter)
      else { return nil }
      let word = piece[first...last].replacing("’", with: "'").replacing(/'s$/, with: "")
      let isPlain = word.allSatisfy { $0.isLetter || $0 == "'" } && !word.dropFirst().contains(where: \.isUppercase)
      // `_:comparer:` is a part of a method's name.
      guard isPlain, word.count > 2, !piece.contains(where: \.isNumber), !piece.contains("_:") else { return nil }
      return (String(word), line.distance(from: line.startIndex, to: first) + 1)
    }
  }
}
