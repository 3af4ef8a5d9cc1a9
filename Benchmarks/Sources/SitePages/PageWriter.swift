/// Writes Markdown pages with Swift listings for measuring generators of sites.
///
///     let page = PageWriter(number: 7).page()  // always the same text
public struct PageWriter {
  static let listingsPerPage = 5
  static let charactersPerListing = 3000

  private let number: Int
  private var dice: Dice

  public init(number: Int) {
    self.number = number
    dice = Dice(seed: UInt64(number))
  }

  /// Front matter, and five sections with a text and a listing of exactly 3,000 characters each.
  public func page() -> String {
    var writer = self
    let title = "\"Page \(number): \(writer.title())\""
    var text = "---\ntitle: \(title)\nsummary: \(writer.sentence())\norder: \(number)\n---\n\n"
    text += writer.paragraph() + "\n"
    for section in 1...Self.listingsPerPage {
      text += "\n## \(section). \(writer.title())\n\n\(writer.paragraph())\n\n```swift\n\(writer.listing())\n```\n"
    }
    return text
  }

  // MARK: Prose

  private mutating func title() -> String {
    let words = [pick(Vocabulary.verbs), pick(Vocabulary.others), pick(Vocabulary.nouns), pick(Vocabulary.nouns)]
    return words.enumerated().map { $0 == 0 ? capitalised($1) : $1 }.joined(separator: " ")
  }

  private mutating func sentence() -> String {
    let words = (0..<Int.random(in: 6...14, using: &dice)).map { _ in
      pick([Vocabulary.others, Vocabulary.others, Vocabulary.nouns, Vocabulary.verbs].randomElement(using: &dice)!)
    }
    return capitalised(words.joined(separator: " ")) + "."
  }

  private mutating func paragraph() -> String {
    let sentences = (0..<4).map { _ in sentence() }
    let symbol = "\(typeName()).\(memberName())"
    return sentences.joined(separator: " ") + " See `\(symbol)`, which is *\(pick(Vocabulary.others))*."
  }

  // MARK: Swift

  private mutating func listing() -> String {
    var text = "import Foundation\n"
    while text.count < Self.charactersPerListing { text += "\n" + type() }
    return String(text.prefix(Self.charactersPerListing))
  }

  private mutating func type() -> String {
    let name = typeName()
    let property = memberName()
    let methods = (0..<Int.random(in: 2...4, using: &dice)).map { _ in method(of: property) }
    return """
      /// \(sentence())
      final class \(name): \(typeName()) {
        private var \(property): [String: \(typeName())] = [:]
        let \(memberName()) = \(Int.random(in: 1...999, using: &dice))

      \(methods.joined(separator: "\n\n"))
      }

      """
  }

  private mutating func method(of property: String) -> String {
    let (name, parameter, value) = (memberName(), pick(Vocabulary.nouns), pick(Vocabulary.nouns))
    let verb = pick(Vocabulary.verbs)
    return """
        func \(name)(_ \(parameter): \(typeName())) throws -> Int {
          // \(sentence())
          guard let \(value) = \(property)["\(pick(Vocabulary.nouns))"] else { return \(Int.random(in: 0...99, using: &dice)) }
          for item in \(value).\(memberName()) where item.isReady {
            try \(verb)(item, with: \(parameter).\(memberName()))
          }
          return \(value).count + \(parameter).hashValue
        }
      """
  }

  private mutating func typeName() -> String {
    capitalised(pick(Vocabulary.nouns)) + capitalised(pick(Vocabulary.nouns))
  }

  private mutating func memberName() -> String { pick(Vocabulary.verbs) + capitalised(pick(Vocabulary.nouns)) }

  private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &dice)! }

  private func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
