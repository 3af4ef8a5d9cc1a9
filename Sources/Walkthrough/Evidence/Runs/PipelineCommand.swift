/// A pipeline of the content folder, or a program of several files, with the arguments that it is started with.
struct PipelineCommand: Codable, Hashable, Sendable {
  /// The ways in which a path names what is run.
  enum Form: Int, Codable {
    /// A Swift file.
    case pipeline
    /// A folder of files that make one program.
    case program
    /// Such a program as `headwater check --fix --apply` leaves it.
    case fixedProgram
    /// A Swift file with other lines in some places.
    case changed

    /// Whether pages show the file.
    var isOneFile: Bool { self == .pipeline || self == .changed }
  }

  /// Relative to the content folder.
  var path: String
  var arguments: [String] = []
  var form = Form.pipeline
  /// The text that a changed file has; empty for every other form.
  private(set) var changedText = ""

  /// A Swift file that has another text.
  init(path: String, changedTo text: String, arguments: [String] = []) {
    self.init(path: path, arguments: arguments, form: .changed)
    changedText = text
  }

  init(path: String, arguments: [String] = [], form: Form = .pipeline) {
    self.path = path
    self.arguments = arguments
    self.form = form
  }

  /// As readers and messages name it.
  var name: String { ([path] + arguments).joined(separator: " ") }
}
