import Foundation
import RxTrace

/// The files of a package's tests, for finding the lines of a test by its name.
struct TestSources {
  /// The file and the lines of a test.
  struct Place: Hashable {
    /// The path relative to the package's folder: `Tests/AppTests/SearchTests.swift`
    var file: String
    var lines: ClosedRange<Int>
  }

  private let index: SourceIndex

  /// - Parameter files: The files, named by their paths relative to the package's folder.
  init(_ files: [(name: String, url: URL)]) {
    index = SourceIndex(files: files.map { SourceIndex.File(name: $0.name, module: "", url: $0.url) })
  }

  /// The function of a test; for a test that a class inherits, the function of another class.
  /// - Parameter test: `AppTests.SearchTests/testLastWins`, or with `()` for a test of Swift Testing.
  func place(of test: TestName) -> Place? {
    let functions = index.declarations.filter {
      $0.kind == .function && [$0.name, $0.baseName].contains(test.function)
    }
    guard let found = functions.first(where: { ($0.owner ?? "") == test.suite }) ?? functions.first else { return nil }
    return Place(file: index.files[found.file].name, lines: found.lines)
  }
}

/// The name of a test, taken apart.
struct TestName: Hashable {
  var module: String
  /// The type of the test, `SearchTests` or `Outer.Inner`; empty for a function outside of any type.
  var suite: String
  /// `testLastWins`, `lastWins()`
  var function: String

  /// - Parameter name: `AppTests.SearchTests/testLastWins`
  init(_ name: String) {
    let dot = name.firstIndex(of: ".") ?? name.startIndex
    module = String(name[..<dot])
    let parts = name[dot...].drop { $0 == "." }.split(separator: "/")
    suite = parts.dropLast().joined(separator: ".")
    function = String(parts.last ?? "")
  }

  /// `SearchTests.testLastWins`
  var title: String { suite.isEmpty ? plainFunction : "\(suite).\(plainFunction)" }

  private var plainFunction: String { Self.plain(function) }

  private static func plain(_ name: String) -> String { name.hasSuffix("()") ? String(name.dropLast(2)) : name }

  /// The function's name as a sentence: `Last wins`.
  var sentence: String {
    let name = function.prefix { $0 != "(" }.replacing("`", with: "")
    let isPrefixed = name.hasPrefix("test") && name.dropFirst(4).first.map { !$0.isLowercase } ?? false
    let own = isPrefixed ? name.dropFirst(4) : name[...]
    let words = own.split(separator: "_").flatMap { $0.matches(of: Self.word).map { Self.lowered($0.output) } }
    let sentence = words.joined(separator: " ")
    return sentence.isEmpty ? title : sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// A word of a name: `Last`, `wins`, `URL` before `Request`, `Rx` and `Swift`; a name that has spaces is not split.
  nonisolated(unsafe) private static let word = #/\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[^\p{Lu}]+|\p{Lu}+/#

  private static func lowered(_ word: Substring) -> String {
    word.count > 1 && word.allSatisfy { !$0.isLowercase } ? String(word) : word.lowercased()
  }

  /// Whether an author's words mean this test: the function, also without `()`, or the whole title.
  func isMeant(by words: String) -> Bool {
    [plainFunction, title].contains(Self.plain(words)) || words == "\(suite)/\(function)"
  }
}
