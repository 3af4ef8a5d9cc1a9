import RxTrace

/// Why a pipeline could not be compiled or run.
public enum PipelineError: Error, ExitingError, Equatable, CustomStringConvertible {
  /// The file cannot be read; the text says why.
  case unreadable(file: String, reason: String)
  /// The file can be read but is not Swift source; the text says why.
  case notSource(file: String, reason: String)
  /// The compiler refused the file; the text is the compiler's own.
  case doesNotCompile(file: String, diagnostics: String)
  /// A tool or a library is missing; the text says which, and what to do.
  case missing(String)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file.isEmpty ? "''" : file): cannot be read: \(reason)"
    case .notSource(let file, let reason): "\(file): \(reason)"
    case .doesNotCompile(_, let diagnostics): diagnostics
    case .missing(let text): text
    }
  }

  /// The status that a command which fails for this reason exits with, by the convention of `sysexits.h`.
  public var exitStatus: Int32 {
    switch self {
    case .notSource, .doesNotCompile: 65
    case .unreadable: 66
    case .missing: 69
    }
  }
}
