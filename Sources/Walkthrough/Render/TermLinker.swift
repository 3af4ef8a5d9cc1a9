import RxTrace

/// Links the first use of each term in a page's text to the glossary.
final class TermLinker {
  private let glossary: Glossary
  private let forms: TermForms?
  private let page: PageName
  private var linked: Set<Int> = []

  init(glossary: Glossary, page: PageName) {
    self.glossary = glossary
    self.page = page
    // The glossary's own page explains all terms, so it does not link them.
    forms = glossary.page?.base == page.base ? nil : glossary.forms(in: page.language)
  }

  /// - Parameter plain: Renders the text between the terms.
  func text(_ text: String, plain: (String) -> HTML) -> HTML {
    guard let forms else { return plain(text) }
    let bytes = Array(text.utf8)
    var html: HTML = ""
    var start = 0
    while let match = forms.first(in: bytes, from: start, except: linked) {
      linked.insert(match.term)
      html += plain(String(decoding: bytes[start..<match.range.lowerBound], as: UTF8.self))
      html += link(to: glossary.terms[match.term], String(decoding: bytes[match.range], as: UTF8.self))
      start = match.range.upperBound
    }
    return html + plain(String(decoding: bytes[start...], as: UTF8.self))
  }

  private func link(to term: Glossary.Term, _ text: String) -> HTML {
    guard let base = glossary.page?.base else { return HTML(text: text) }
    let target = PageName(base: base, language: page.language).htmlPath
    let link = RelativePath.link(to: target, from: page.htmlPath)
    return "<a class=\"term\" href=\"\(link)#\(term.id)\">\(text)</a>"
  }
}
