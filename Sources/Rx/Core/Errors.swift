/// Errors that the engine itself sends to observers.
public enum RxError: Swift.Error, CustomDebugStringConvertible {
  /// The cause is unknown.
  case unknown
  /// An object was used after it had been disposed.
  case disposed(object: AnyObject)
  /// A counter overflowed.
  case overflow
  /// An argument is outside the allowed range.
  case argumentOutOfRange
  /// A sequence that must have an element has none.
  case noElements
  /// A sequence that may have one element has several.
  case moreThanOneElement
  /// A sequence took too long.
  case timeout

  public var debugDescription: String {
    switch self {
    case .unknown: "Unknown error occurred."
    case .disposed(let object): "Object `\(Self.name(of: object))` was already disposed."
    case .overflow: "Arithmetic overflow occurred."
    case .argumentOutOfRange: "Argument out of range."
    case .noElements: "Sequence doesn't contain any elements."
    case .moreThanOneElement: "Sequence contains more than one element."
    case .timeout: "Sequence timeout."
    }
  }

  /// An engine object is named by its type, with the module that a program for RxSwift imports.
  private static func name(of object: AnyObject) -> String {
    object is EngineObject ? "\(object)".replacing(#/\bRx\./#, with: "RxSwift.") : "\(object)"
  }
}

// `disposed` carries the object only for its description.
extension RxError: @unchecked Sendable {}

/// Stops the program, because a subclass does not override the method that calls this.
func abstractMethod(file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function) -> Never {
  fatalError("\(function) is abstract: the subclass must override it", file: file, line: line)
}
