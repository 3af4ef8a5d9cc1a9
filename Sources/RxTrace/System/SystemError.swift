import Foundation

/// Why a file or a process could not be made, as the system says it.
public enum SystemError: Error, ExitingError, Equatable, CustomStringConvertible {
  /// A file could not be written, or a process not started. The text names the place and gives the reason.
  case failed(String)
  /// The file that was to be written is one that is read or run. The text names both.
  case wouldReplace(String)

  public var description: String {
    switch self {
    case .failed(let text), .wouldReplace(let text): text
    }
  }

  /// The exit status of a command that fails for this reason, by the convention of `sysexits.h`.
  public var exitStatus: Int32 {
    switch self {
    case .failed: 73
    case .wouldReplace: 64
    }
  }
}

/// The system's message for an error of Foundation's, whose own message says less.
package func systemReason(_ error: any Error) -> String {
  let error = error as NSError
  // The cause is not an NSError on Linux.
  if let cause = error.userInfo[NSUnderlyingErrorKey] as? POSIXError { return systemMessage(cause.code.rawValue) }
  let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
  guard cause.domain == NSPOSIXErrorDomain else { return cause.localizedDescription }
  return systemMessage(Int32(cause.code))
}
