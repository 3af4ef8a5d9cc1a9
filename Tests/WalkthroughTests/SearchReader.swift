import Foundation

@testable import Walkthrough

/// Reads a shard of the search index back, as the page's script does.
struct SearchReader {
  let object: [String: Any]

  init(_ file: [UInt8]) throws {
    let opening = "(self.headwaterSearch=self.headwaterSearch||[]).push("
    let text = String(decoding: file, as: UTF8.self)
    guard text.hasPrefix(opening), text.hasSuffix(")\n") else { throw Damaged(text: text) }
    let json = try JSONSerialization.jsonObject(with: Data(text.dropFirst(opening.count).dropLast(2).utf8))
    guard let object = json as? [String: Any] else { throw Damaged(text: text) }
    self.object = object
  }

  /// A shard of pages with nothing but a text each.
  init(texts: [String]) throws {
    let pages = texts.enumerated().map { SearchedPage(path: "\($0).html", title: "", markdown: Array($1.utf8)) }
    try self.init(SearchShard(pages: pages, language: "en", name: "en").file())
  }

  struct Damaged: Error { var text: String }

  var pages: [[Any]] { object["pages"] as? [[Any]] ?? [] }

  /// Words with the numbers of their pages.
  var words: [String: [Int]] {
    let prefixes = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf16)
    let digits = Array(" !#$%&'()*+,-./:;<=>?@[]^`{|}~".utf16)
    let list = Array((object["words"] as? String ?? "").utf16)
    var words: [String: [Int]] = [:]
    var previous: [UInt16] = []
    var position = 0
    while position < list.count {
      let shared = prefixes.firstIndex(of: list[position])!
      let rest = list[(position + 1)...].prefix { !digits.contains($0) }
      let places = list[rest.endIndex...].prefix { digits.contains($0) }
      previous = Array(previous.prefix(shared)) + rest
      words[String(decoding: previous, as: UTF16.self)] = numbers(places.map { digits.firstIndex(of: $0)! })
      position = places.endIndex
    }
    return words
  }

  private func numbers(_ digits: [Int]) -> [Int] {
    if digits == [29] { return Array(0..<pages.count) }
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

  /// True if a page's set has the characters, and their pairs, of a text that is written without spaces.
  func has(_ text: String, page: Int) -> Bool {
    guard let pairs = (object["pairs"] as? [[Any]])?.first(where: { $0[0] as? Int == page }),
      let count = pairs[1] as? Int, let bits = pairs[2] as? Int, let digits = pairs[3] as? String
    else { return false }
    let numbers = Self.set(digits, bits)
    let scalars = text.unicodeScalars.map(\.value)
    let single = scalars.map { CharacterPairs.hash($0, 0) }
    let double = zip(scalars, scalars.dropFirst()).map { CharacterPairs.hash($0, $1) }
    return (single + double).allSatisfy { numbers.contains(Int(max($0, 1)) % (count << bits)) }
  }

  private static func set(_ digits: String, _ bits: Int) -> Set<Int> {
    let values = digits.utf8.map { DigitText.alphabet.firstIndex(of: $0)! }
    var ones: [Int] = []
    for start in stride(from: 0, to: values.count, by: 2) {
      let number = values[start] + 91 * values[start + 1]
      ones += (0..<13).map { number >> $0 & 1 }
    }
    var numbers: Set<Int> = []
    var last = -1
    while let end = ones.firstIndex(of: 0), ones.count > end + bits {
      let rest = ones[(end + 1)...(end + bits)].enumerated().reduce(0) { $0 + $1.element << $1.offset }
      last += end << bits + rest + 1
      numbers.insert(last)
      ones.removeFirst(end + 1 + bits)
    }
    return numbers
  }
}
