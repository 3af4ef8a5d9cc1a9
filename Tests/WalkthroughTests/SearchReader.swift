import Foundation

@testable import Walkthrough

/// Reads a shard of the search index back, as the page's script does.
struct SearchReader {
  let object: [String: Any]
  /// Words with the numbers of their pages.
  let words: [String: [Int]]

  init(_ file: [UInt8]) throws {
    let opening = "(self.headwaterSearch=self.headwaterSearch||[]).push("
    let text = String(decoding: file, as: UTF8.self)
    guard text.hasPrefix(opening), text.hasSuffix(")\n") else { throw Damaged(text: text) }
    let json = try JSONSerialization.jsonObject(with: Data(text.dropFirst(opening.count).dropLast(2).utf8))
    guard let object = json as? [String: Any] else { throw Damaged(text: text) }
    self.object = object
    words = Self.words(of: object["words"] as? String ?? "", pages: (object["pages"] as? [Any])?.count ?? 0)
  }

  /// A shard of pages with nothing but a text each.
  init(texts: [String]) throws {
    let pages = texts.enumerated().map { SearchedPage(path: "\($0).html", title: "", markdown: Array($1.utf8)) }
    try self.init(SearchShard(pages: pages, language: "en", name: "en").file())
  }

  struct Damaged: Error { var text: String }

  var pages: [[Any]] { object["pages"] as? [[Any]] ?? [] }

  private static func words(of text: String, pages: Int) -> [String: [Int]] {
    let prefixes = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf16)
    let digits = Array(" !#$%&'()*+,-./:;<=>?@[]^`{|}~".utf16)
    let list = Array(text.utf16)
    var words: [String: [Int]] = [:]
    var previous: [UInt16] = []
    var position = 0
    while position < list.count {
      let shared = prefixes.firstIndex(of: list[position])!
      let rest = list[(position + 1)...].prefix { !digits.contains($0) }
      let places = list[rest.endIndex...].prefix { digits.contains($0) }
      previous = Array(previous.prefix(shared)) + rest
      words[String(decoding: previous, as: UTF16.self)] = numbers(places.map { digits.firstIndex(of: $0)! }, pages)
      position = places.endIndex
    }
    return words
  }

  private static func numbers(_ digits: [Int], _ pages: Int) -> [Int] {
    if digits == [29] { return Array(0..<pages) }
    var numbers: [Int] = []
    var (page, scale, difference) = (-1, 1, 0)
    for digit in digits {
      difference += digit * scale
      scale *= 5
      guard digit < 24 else { continue }
      page += difference + 1
      numbers.append(page)
      (scale, difference) = (1, 0)
    }
    return numbers
  }

  /// True if the index has all pairs of neighbours, of a text that is written without spaces, on a page.
  func has(_ text: String, page: Int) -> Bool {
    let characters = Array(text)
    let pairs = zip(characters, characters.dropFirst()).map { String([$0, $1]) }
    guard !pairs.isEmpty else { return words.contains { $0.key.contains(text) && $0.value.contains(page) } }
    return pairs.allSatisfy { words[$0]?.contains(page) == true }
  }
}
