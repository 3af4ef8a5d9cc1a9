/// Why a run cannot be shown.
public enum ShowError: Error, Equatable, CustomStringConvertible {
  /// This headwater does not write that form.
  case unavailable(TraceForm)
  /// The form is no text, and no file is named that could hold it.
  case needsFile(TraceForm)
  /// The ending of the file's name says nothing about the form.
  case unknownEnding(file: String)
  /// The text cannot be written; the reason is the system's own.
  case unwritable(place: String, reason: String)

  public var description: String {
    switch self {
    case .unavailable(let form): "this headwater cannot write \(form.rawValue)"
    case .needsFile(let form): "\(form.rawValue) is no text for a terminal or a pipe; name a file with -o"
    case .unknownEnding(let file):
      "\(ShownText.printable(file)): the name's ending says no form; give one with --format, or end it in one of "
        + TraceForm.allCases.map { "." + $0.fileExtensions[0] }.joined(separator: ", ")
    case .unwritable(let place, let reason): "\(ShownText.printable(place)): cannot be written: \(reason)"
    }
  }

  /// The status that a command which fails for this reason exits with, after the custom of `sysexits.h`.
  public var exitStatus: Int32 {
    switch self {
    case .unavailable: 69
    case .needsFile, .unknownEnding: 64
    case .unwritable: 73
    }
  }
}
