import RxTrace

/// Why a run cannot be shown.
public enum ShowError: Error, ExitingError, Equatable, CustomStringConvertible {
  /// This build of headwater does not write the form.
  case unavailable(TraceForm)
  /// The form is not text, and no file is named for it.
  case needsFile(TraceForm)
  /// The form is a copy of a recording, and only a run is there.
  case needsRecording(TraceForm)
  /// The form holds the whole run, and a filter is given.
  case needsWholeRun(TraceForm)
  /// The extension of the file's name does not tell the form.
  case unknownEnding(file: String)
  /// The run has more steps than the form can show to anybody.
  case tooManySteps(TraceForm, count: Int, most: Int)
  /// The run has nothing of a name that a filter asks for; the message says which, and what there is.
  case matchesNothing(String)

  public var description: String {
    switch self {
    case .unavailable(let form): "this headwater cannot write \(form.rawValue)"
    case .needsFile(let form): "\(form.rawValue) is not text for a terminal or a pipe; name a file with -o"
    case .needsRecording(let form): "\(form.rawValue) is a copy of a recording, and there is none to copy"
    case .needsWholeRun(let form):
      "\(form.rawValue) always holds the whole run; leave the filters out, and give them when it is shown"
    case .matchesNothing(let message): message
    case .tooManySteps(let form, let count, let most):
      "\(form.rawValue) shows at most \(most) steps, and there are \(count); choose some, as with --steps 1...\(most), "
        + "--object NAME or --kind on"
    case .unknownEnding(let file):
      "\(ShownText.printable(file)): the extension does not tell the form; give one with --format, or use one of "
        + TraceForm.allCases.map { "." + $0.fileExtensions[0] }.joined(separator: ", ")
    }
  }

  /// The status that a command which fails for this reason exits with, by the convention of `sysexits.h`.
  public var exitStatus: Int32 {
    switch self {
    case .unavailable, .needsRecording: 69
    case .needsFile, .needsWholeRun, .unknownEnding, .matchesNothing, .tooManySteps: 64
    }
  }
}
