/// The identifiers of a page's elements, each of which is used once.
struct PageIdentifiers {
  /// The anchor of the list of a page's pipelines.
  static let pipelines = "page-pipelines"

  /// The identifiers in use, beginning with those of the template.
  private var taken: Set<String> = ["content", "contents", "search", pipelines]
  /// For each wish, the number to try next, because all numbers before it are in use.
  private var nextNumbers: [String: Int] = [:]
  /// The number of identifiers that differ from the wish.
  private(set) var renamed = 0
  /// The number of elements of each kind that the page has so far.
  var counters: [String: Int] = [:]
  /// The number before the first identifier of each kind, for a part of a page that is made later than the rest.
  var firstNumber = 0

  var sorted: [String] { taken.sorted() }

  /// An identifier that no other element of the page has: the wish itself, or the wish with a number.
  mutating func unique(_ wish: String) -> String {
    guard !taken.insert(wish).inserted else { return wish }
    var number = nextNumbers[wish] ?? 2
    var identifier = ""
    repeat {
      identifier = "\(wish)-\(number)"
      number += 1
    } while !taken.insert(identifier).inserted
    nextNumbers[wish] = number
    renamed += 1
    return identifier
  }

  /// `chain-1`, `chain-2`, … in the order of the page.
  mutating func numbered(_ kind: String) -> String {
    counters[kind, default: firstNumber] += 1
    return unique("\(kind)-\(counters[kind]!)")
  }

  func areFree(_ identifiers: Set<String>) -> Bool { taken.isDisjoint(with: identifiers) }

  mutating func take(_ identifiers: Set<String>) { taken.formUnion(identifiers) }
}
