/// A pipeline of the content folder, or a program of several files, with the arguments that it is started with.
struct PipelineCommand: Hashable, Sendable {
  /// The ways in which a path names what is run.
  enum Form: Int {
    /// A Swift file.
    case pipeline
    /// A folder of files that make one program.
    case program
    /// Such a program as `headwater check --fix --apply` leaves it.
    case fixedProgram
  }

  /// Relative to the content folder.
  var path: String
  var arguments: [String] = []
  var form = Form.pipeline

  init(path: String, arguments: [String] = [], form: Form = .pipeline) {
    self.path = path
    self.arguments = arguments
    self.form = form
  }

  /// As readers and messages name it.
  var name: String { ([path] + arguments).joined(separator: " ") }
}
