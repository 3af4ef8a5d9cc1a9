/// A pipeline of the content folder, with the arguments that it is started with.
struct PipelineCommand: Hashable, Sendable {
  /// Relative to the content folder.
  var path: String
  var arguments: [String] = []

  init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }

  /// Reads what ``key`` gave.
  init(key: String) {
    let parts = key.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.init(path: parts[0], arguments: Array(parts.dropFirst()))
  }

  /// Tells commands apart: no path of a page names a file with a line break.
  var key: String { ([path] + arguments).joined(separator: "\n") }

  /// As readers and messages name it.
  var name: String { ([path] + arguments).joined(separator: " ") }
}
