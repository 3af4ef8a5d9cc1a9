/// The searchable data of some pages in one language.
struct SearchedPages: Encodable {
  struct Page: Encodable {
    /// The path without `.html`.
    let path: String
    let title: String
    let summary: String
    /// The headings, each as its text and its identifier.
    let headings: [[String]]
    /// Other words by which readers search for the page.
    let synonyms: [String]
    /// Markdown with its front matter; the script removes what is not searched.
    let text: String
  }

  let language: String
  let pages: [Page]
}
