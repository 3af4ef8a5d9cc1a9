/// What the search knows of some pages in one language.
struct SearchedPages: Encodable {
  struct Page: Encodable {
    /// Without `.html`.
    let path: String
    let title: String
    let summary: String
    /// The text of each with its identifier.
    let headings: [[String]]
    /// Other words that the page is looked for by.
    let synonyms: [String]
    /// Markdown with its front matter: the script takes out what is not searched.
    let text: String
  }

  let language: String
  let pages: [Page]
}
