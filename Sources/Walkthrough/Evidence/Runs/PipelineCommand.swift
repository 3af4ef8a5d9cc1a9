/// A pipeline of the content folder, with the arguments that it is started with.
struct PipelineCommand: Hashable, Sendable {
  /// Relative to the content folder.
  var path: String
  var arguments: [String] = []

  init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }

  /// As readers and messages name it.
  var name: String { ([path] + arguments).joined(separator: " ") }
}
