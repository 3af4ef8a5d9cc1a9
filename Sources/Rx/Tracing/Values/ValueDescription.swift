import CPlatform
import Foundation

/// Descriptions of values, which are code of the program.
///
/// No lock is held here but those that the pipeline holds while it delivers: hooks describe a value before they enter the
/// recorder.
enum ValueDescription {
  /// The text that a value has within another value's description.
  static func text<Value>(of value: Value) -> String { described(value) { String(reflecting: value) } }

  /// The text of a whole value.
  static func wholeText<Value>(of value: Value) -> String { described(value) { String(describing: value) } }

  /// The text of an object as a whole.
  static func wholeText(ofObject object: AnyObject) -> String {
    described(object, DescribedClass.name(of: object)) { String(describing: object) }
  }

  /// The text that an object has within another value's description.
  static func text(ofObject object: AnyObject) -> String {
    described(object, DescribedClass.name(of: object)) { String(reflecting: object) }
  }

  /// - Parameter name: the description, if it is known already.
  private static func described<Value>(_ value: Value, _ name: String? = nil, _ describe: () -> String) -> String {
    let error = errno
    defer { errno = error }
    guard let callsDescriptions = Recorder.withCurrent(\.callsDescriptions) else { return "" }
    guard callsDescriptions else { return ValueOutline.text(of: value) }
    if let name { return name }
    #if DEBUG
      LockOrder.willDescribe()
    #endif
    return withoutAddresses(suspended(describe))
  }

  /// Runs code of the program. The pipelines that it uses are not recorded, because their values might be described by the
  /// same code, without end.
  private static func suspended(_ body: () -> String) -> String {
    let thread = hw_thread_state()!
    thread.pointee.recorder.suspended = true
    hw_set_known(thread, nil)
    defer { thread.pointee.recorder.suspended = false }
    return body()
  }

  /// Removes the address from the runtime's name of a private type, `(unknown context at $7f1c2a0).Cell`, because it is
  /// different in each run.
  static func withoutAddresses(_ description: String) -> String {
    let mark = "(unknown context at $"
    guard description.utf8.contains(0x24), let first = description.firstRange(of: mark) else { return description }
    var rest = description[first.upperBound...].drop(while: \.isHexDigit)
    guard rest.hasPrefix(").") else { return description }
    rest = rest.dropFirst(2)
    return description[..<first.lowerBound] + withoutAddresses(String(rest))
  }
}
