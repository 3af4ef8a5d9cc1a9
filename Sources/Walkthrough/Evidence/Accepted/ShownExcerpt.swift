import RxTrace

/// A part of the sources that a page shows because its author named it.
struct ShownExcerpt: Codable, Equatable, Sendable {
  /// The page's path, relative to the content folder.
  var page: String
  /// The author's request: the symbol, and the keys that narrow it.
  var name: String
  var text: String
  var place: Place
}
