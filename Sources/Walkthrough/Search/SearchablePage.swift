/// A page as the search index sees it.
struct SearchablePage: Sendable {
  struct Heading: Sendable {
    var text: String
    /// The identifier that a link to it ends in.
    var id: String
  }

  /// The page's path in the site: `core-flow/index.html`.
  var path: String
  var title: String
  var headings: [Heading] = []
  /// Other words that the page is looked for by.
  var synonyms: [String] = []
}

/// A source file as the search index sees it: its page, and its declarations.
struct SearchableSource: Sendable {
  struct Symbol: Sendable {
    /// The type that a member belongs to; empty if there is none.
    var owner: String
    var name: String
    var line: Int
    /// Whether another module can name it.
    var isPublic = true
  }

  /// `source/Rx/Core/Observable.html`
  var path: String
  var symbols: [Symbol]
}
