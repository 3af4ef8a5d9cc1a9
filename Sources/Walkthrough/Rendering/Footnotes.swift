import RxTrace

/// The footnotes of one page: numbered as they are referred to, shown at its end.
final class Footnotes {
  private let definitions: [FootnoteText.Definition]
  private let context: PageRenderer
  /// Labels in the order of their first reference.
  private var order: [String] = []
  private var references: [String: [String]] = [:]

  init(_ definitions: [FootnoteText.Definition], context: PageRenderer) {
    self.definitions = definitions
    self.context = context
    var known: Set<String> = []
    for definition in definitions where !known.insert(definition.label).inserted {
      context.report(Problem(definition.place, "footnote `\(definition.label)` is defined twice"))
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
    guard definitions.contains(where: { $0.label == label }) else {
      let nearest = Nearest.suggestion(for: label, among: definitions.map(\.label))
      context.report(Problem(place, "no footnote `\(label)`" + nearest))
      return ""
    }
    if !order.contains(label) { order.append(label) }
    let number = order.firstIndex(of: label)! + 1
    let id = context.uniqueIdentifier("footnote-\(number)-reference")
    references[label, default: []].append(id)
    return """
      <sup class="footnote" id="\(id)"><a href="#footnote-\(number)" role="doc-noteref" \
      aria-label="\(context.words(.footnote, number))">\(number)</a></sup>
      """
  }

  /// The notes in order, after the page's text. One that nothing refers to is an error.
  func render(_ blocks: (FootnoteText.Definition) -> HTML) -> HTML {
    guard !definitions.isEmpty else { return "" }
    var items: [HTML] = []
    // A note may refer to another, which is shown after it then.
    var position = 0
    while position < order.count {
      let label = order[position]
      let definition = definitions.first { $0.label == label }!
      let id = context.uniqueIdentifier("footnote-\(position + 1)")
      items.append(item(id, blocks(definition), label))
      position += 1
    }
    for definition in definitions where !order.contains(definition.label) {
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
    // Beside the last words where they are a paragraph's.
    let end = "</p>"
    guard text.source.hasSuffix(end) else { return "<li id=\"\(id)\">\(text)\n<p>\(back)</p></li>" }
    let words = HTML(stringLiteral: String(text.source.dropLast(end.count)))
    return "<li id=\"\(id)\">\(words) \(back)</p></li>"
  }
}

extension HTML {
  static func + (left: HTML, right: HTML) -> HTML { HTML(stringLiteral: left.source + right.source) }
}
