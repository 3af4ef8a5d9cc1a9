import ArgumentParser
import RxTrace

/// The editor that a page of a server opens source lines in.
struct EditorOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("What opens source lines: a name, or a command with {file} and {line}.", valueName: "editor"))
  var editor: String?

  static let discussion = """
    The editor is a name that is known here (\(SourceEditor.knownNames)), or a command with {file} and {line}. \
    Without --editor, it is the first of these that is installed.
    """

  func validate() throws {
    if let editor { _ = try SourceEditor(named: editor) }
  }

  /// The editor that was asked for, or the first known one that is installed; nil if there is none.
  func chosen() throws -> SourceEditor? { try editor.map { try SourceEditor(named: $0) } ?? SourceEditor.installed }
}
