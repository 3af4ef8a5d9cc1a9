/// A pipeline of the content folder, or a program of several files, with the arguments that it is started with.
struct PipelineCommand: Codable, Hashable, Sendable {
  /// The kinds of programs that a path can name.
  enum Form: Int, Codable {
    /// A Swift file.
    case pipeline
    /// A folder of files that make one program.
    case program
    /// A program of several files, with the edits of `headwater check --fix --apply`.
    case fixedProgram
    /// A Swift file with changes in some lines.
    case changed

    /// Whether the program is one file, which pages show.
    var isOneFile: Bool { self == .pipeline || self == .changed }
  }

  /// The path relative to the content folder.
  var path: String
  var arguments: [String] = []
  var form = Form.pipeline
  /// The text of a changed file; empty for every other form.
  private(set) var changedText = ""

  /// A Swift file with another text.
  init(path: String, changedTo text: String, arguments: [String] = []) {
    self.init(path: path, arguments: arguments, form: .changed)
    changedText = text
  }

  init(path: String, arguments: [String] = [], form: Form = .pipeline) {
    self.path = path
    self.arguments = arguments
    self.form = form
  }

  /// The command's name for readers and in messages.
  var name: String { ([path] + arguments).joined(separator: " ") }
}
