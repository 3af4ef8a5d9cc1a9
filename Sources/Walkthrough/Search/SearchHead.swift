/// The small file that every page loads: the names of the others, and the words that the search speaks with.
struct SearchHead: Encodable {
  /// They begin with the language of the pages, or are `symbols`.
  let files: [String]
  /// By language, by key.
  let words: [String: [String: String]]
}
