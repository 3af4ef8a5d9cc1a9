import RxTrace

/// The footnotes of one page, numbered by their first references and shown at the end of the page.
final class Footnotes {
  private let definitions: [FootnoteText.Definition]
  /// The first definition of each label.
  private var byLabel: [String: FootnoteText.Definition] = [:]
  private let context: PageContext
  /// Labels in the order of their first reference, with the position in that order.
  private var order: [String] = []
  private var numbers: [String: Int] = [:]
  private var references: [String: [String]] = [:]
  private var suggestions = 0

  /// The most misspelt labels that are compared with all others.
  private static let mostSuggestions = 20

  init(_ definitions: [FootnoteText.Definition], context: PageContext) {
    self.definitions = definitions
    self.context = context
    for definition in definitions {
      if byLabel[definition.label] == nil {
        byLabel[definition.label] = definition
      } else {
        context.report(Problem(definition.place, "footnote `\(definition.label)` is defined twice"))
      }
    }
  }

  /// Text in which `[^label]` refers to a footnote; a backslash before it keeps it as it is.
  func text(_ text: String, place: (String) -> (place: Place, isEscaped: Bool)) -> HTML {
    guard text.contains("[^") else { return HTML(text: text) }
    var html: HTML = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "[^"), let end = rest[start.upperBound...].firstIndex(of: "]") {
      let label = String(rest[start.upperBound..<end])
      html += HTML(text: rest[..<start.lowerBound])
      let after = rest.index(after: end)
      let found = place("[^\(label)]")
      if FootnoteText.isLabel(label) && !found.isEscaped {
        html += reference(label, at: found.place)
      } else {
        html += HTML(text: rest[start.lowerBound..<after])
      }
      rest = rest[after...]
    }
    return html + HTML(text: rest)
  }

  private func reference(_ label: String, at place: Place) -> HTML {
    guard byLabel[label] != nil else {
      context.report(Problem(place, "no footnote `\(label)`" + suggestion(for: label)))
      return ""
    }
    let number = number(of: label)
    let id = context.uniqueIdentifier("footnote-\(number)-reference")
    references[label, default: []].append(id)
    return """
      <sup class="footnote" id="\(id)"><a href="#footnote-\(number)" role="doc-noteref" \
      aria-label="\(context.words(.footnote, number))">\(number)</a></sup>
      """
  }

  private func number(of label: String) -> Int {
    if let known = numbers[label] { return known }
    order.append(label)
    numbers[label] = order.count
    return order.count
  }

  private func suggestion(for label: String) -> String {
    suggestions += 1
    guard suggestions <= Self.mostSuggestions else { return "" }
    return Nearest.suggestion(for: label, among: definitions.map(\.label))
  }

  /// The notes in order, after the page's text. A note without a reference is an error.
  func render(_ blocks: (FootnoteText.Definition) -> HTML) -> HTML {
    guard !definitions.isEmpty else { return "" }
    var items: [HTML] = []
    // A note may refer to another note, which then follows it.
    var position = 0
    while position < order.count {
      let label = order[position]
      let definition = byLabel[label]!
      let id = context.uniqueIdentifier("footnote-\(position + 1)")
      items.append(item(id, blocks(definition), label))
      position += 1
    }
    for definition in definitions where numbers[definition.label] == nil {
      context.report(Problem(definition.place, "nothing refers to the footnote `\(definition.label)`"))
    }
    guard !items.isEmpty else { return "" }
    return """

      <section class="footnotes" role="doc-endnotes" aria-label="\(context.words(.footnotes))">
      <ol>
      \(items.joined(separator: "\n"))
      </ol>
      </section>
      """
  }

  private func item(_ id: String, _ text: HTML, _ label: String) -> HTML {
    let ids = references[label] ?? []
    let links = ids.enumerated().map { number, reference -> HTML in
      let name = context.words(.backToText) + (ids.count > 1 ? " (\(number + 1))" : "")
      return "<a class=\"footnote-back\" href=\"#\(reference)\" role=\"doc-backlink\" aria-label=\"\(name)\">↩</a>"
    }
    let back = links.joined(separator: " ")
    // The link goes next to the last words if they are in a paragraph.
    let end = "</p>"
    guard text.source.hasSuffix(end) else { return "<li id=\"\(id)\">\(text)\n<p>\(back)</p></li>" }
    let words = HTML(stringLiteral: String(text.source.dropLast(end.count)))
    return "<li id=\"\(id)\">\(words) \(back)</p></li>"
  }
}
