/// The small file that every page loads: the names of the other files, and the words of the search.
struct SearchHead: Encodable {
  /// The names, which begin with the language of the pages or with `symbols`.
  let files: [String]
  /// The words, by language and by key.
  let words: [String: [String: String]]
}
