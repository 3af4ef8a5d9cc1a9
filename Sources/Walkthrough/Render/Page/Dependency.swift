/// Something that a page reads besides its own text.
enum Dependency: Codable, Hashable, Sendable {
  /// All the sources that excerpts are taken from.
  case sources
  /// A pipeline, compiled and run.
  case pipeline(PipelineCommand)
  /// The kind of thing that a path in the content folder leads to.
  case target(String)
  /// The contents of a file in the content folder.
  case contents(String)
  /// The set of pages that there are.
  case pages
  /// Some pages of a folder, with their titles and summaries.
  case list(PageList)
  /// The pages that readers of a language go through one after the other, with the time that each takes.
  case path(language: String)
}

/// Something that a page read, with the key that it had then. The page is rendered again if the key has changed.
struct ReadDependency: Codable, Hashable, Sendable {
  var dependency: Dependency
  var key: String
}
