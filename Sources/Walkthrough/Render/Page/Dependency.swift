/// Something that a page reads besides its own text.
enum Dependency: Codable, Hashable, Sendable {
  /// All the sources that excerpts are taken from.
  case sources
  /// A pipeline, compiled and run.
  case pipeline(PipelineCommand)
  /// The kind of file or folder that a path in the content folder leads to.
  case target(String)
  /// The contents of a file in the content folder.
  case contents(String)
  /// The list of all page names.
  case pages
  /// Some pages of a folder, with their titles and summaries.
  case list(PageList)
  /// The pages of a language in reading order, with their reading times.
  case path(language: String)
}

/// Something that a page read, with its key at that time. The page is rendered again if the key has changed.
struct ReadDependency: Codable, Hashable, Sendable {
  var dependency: Dependency
  var key: String
}
