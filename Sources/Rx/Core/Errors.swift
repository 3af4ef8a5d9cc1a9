/// Errors that the engine itself gives to observers.
public enum RxError: Swift.Error, CustomDebugStringConvertible {
  /// Nobody knows what happened.
  case unknown
  /// Something was done with an object that had been disposed of.
  case disposed(object: AnyObject)
  /// A counter went past what it can hold.
  case overflow
  /// An argument lies outside the range that is allowed.
  case argumentOutOfRange
  /// A sequence has no elements where one was needed.
  case noElements
  /// A sequence has several elements where one was allowed.
  case moreThanOneElement
  /// A sequence took too long.
  case timeout

  public var debugDescription: String {
    switch self {
    case .unknown: "Unknown error occurred."
    case .disposed(let object): "Object `\(object)` was already disposed."
    case .overflow: "Arithmetic overflow occurred."
    case .argumentOutOfRange: "Argument out of range."
    case .noElements: "Sequence doesn't contain any elements."
    case .moreThanOneElement: "Sequence contains more than one element."
    case .timeout: "Sequence timeout."
    }
  }
}

// `disposed` carries the object for its description alone.
extension RxError: @unchecked Sendable {}

/// Stops the program: a subclass was to override the method that calls this.
func abstractMethod(file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function) -> Never {
  fatalError("\(function) is abstract: the subclass must override it", file: file, line: line)
}
