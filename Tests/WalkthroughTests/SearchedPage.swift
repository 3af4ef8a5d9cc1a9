@testable import Walkthrough

/// A page with its text.
struct SearchedPage {
  var path: String
  var title: String
  var summary = ""
  var headings: [SearchablePage.Heading] = []
  var markdown: [UInt8]
}

extension SearchShard {
  init(pages: [SearchedPage], language: String, name: String) {
    self.init(
      pages: pages.map { SearchablePage(path: $0.path, title: $0.title, headings: $0.headings) },
      text: SearchText(of: pages.map { SearchText.Page(markdown: $0.markdown, summary: $0.summary) }),
      language: language, name: name)
  }
}
