import Foundation

/// Sentences in another language, found by the English ones that a check has made.
struct PhraseBook: Sendable {
  private let sentences: [Phrase]
  private let parts: [Phrase]

  static let chinese = PhraseBook(ChinesePhrases.sentences, parts: ChinesePhrases.parts)

  /// - Parameters:
  ///   - sentences: English and translated, as ``ChinesePhrases`` explains.
  ///   - parts: the texts that stand in the gaps, English and translated in the same way.
  init(_ sentences: [(String, String)], parts: [(String, String)]) {
    self.sentences = sentences.map(Phrase.init)
    self.parts = parts.map(Phrase.init)
  }

  /// Nil for a sentence that the book lacks.
  func sentence(_ text: String) -> String? { translation(of: text, sentences) }

  /// The translation of a text in a gap. A name, a value, or one text in quotes stays as it is.
  private func part(_ text: String) -> String {
    let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"") && !text.contains("\", ")
    return isQuoted ? text : translation(of: text, parts) ?? text
  }

  private func translation(of text: String, _ phrases: [Phrase]) -> String? {
    for phrase in phrases {
      if let filled = fill(phrase, text) { return filled }
    }
    return nil
  }

  private func fill(_ phrase: Phrase, _ text: String) -> String? {
    guard let values = phrase.values(in: text) else { return nil }
    var told: [String] = []
    for (gap, value) in zip(phrase.gaps, values) {
      switch gap {
      case .text: told.append(part(value))
      case .number: told.append(value)
      case .sentence:
        guard let sentence = sentence(value) else { return nil }
        told.append(sentence)
      }
    }
    return phrase.translated(told)
  }
}

/// A sentence with gaps, and its translation.
private struct Phrase: Sendable {
  enum Gap { case text, number, sentence }

  /// The texts around the gaps, one more than there are gaps.
  private var pieces: [String] = []
  private(set) var gaps: [Gap] = []
  private let translation: String

  init(_ english: String, _ translation: String) {
    self.translation = translation
    var rest = english[...]
    while let (range, gap) = Self.firstGap(in: rest) {
      pieces.append(String(rest[..<range.lowerBound]))
      gaps.append(gap)
      rest = rest[range.upperBound...]
    }
    pieces.append(String(rest))
  }

  private static func firstGap(in text: Substring) -> (Range<String.Index>, Gap)? {
    let signs: [(String, Gap)] = [("{}", .text), ("{#}", .number), ("{=}", .sentence)]
    return signs.compactMap { sign, gap in text.range(of: sign).map { ($0, gap) } }
      .min { $0.0.lowerBound < $1.0.lowerBound }
  }

  /// The texts in the gaps, each as short as possible; nil if the text is another sentence.
  func values(in text: String) -> [String]? {
    guard text.hasPrefix(pieces[0]) else { return nil }
    return values(in: text.dropFirst(pieces[0].count), from: 0)
  }

  private func values(in text: Substring, from gap: Int) -> [String]? {
    guard gap < gaps.count else { return text.isEmpty ? [] : nil }
    let piece = pieces[gap + 1]
    if gap == gaps.count - 1 {
      guard text.hasSuffix(piece) else { return nil }
      let value = text.dropLast(piece.count)
      return fits(value, gap) ? [String(value)] : nil
    }
    var start = text.startIndex
    while let found = text.range(of: piece, range: start..<text.endIndex) {
      let value = text[..<found.lowerBound]
      if fits(value, gap), let more = values(in: text[found.upperBound...], from: gap + 1) {
        return [String(value)] + more
      }
      start = text.index(after: found.lowerBound)
    }
    return nil
  }

  private func fits(_ value: Substring, _ gap: Int) -> Bool {
    !value.isEmpty && (gaps[gap] != .number || value.allSatisfy(\.isWholeNumber))
  }

  func translated(_ values: [String]) -> String {
    var text = ""
    var rest = translation[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      let number = rest[open...].dropFirst().prefix(while: \.isWholeNumber)
      if let place = Int(number), values.indices.contains(place - 1), rest[number.endIndex...].hasPrefix("}") {
        text += values[place - 1]
        rest = rest[number.endIndex...].dropFirst()
      } else {
        text += "{"
        rest = rest[open...].dropFirst()
      }
    }
    return text + rest
  }
}
