import Foundation

/// The text of a value that is made without calling the program: `Point(x: 1, y: 2)`, `[Point(x: 1, y: 2)]`.
///
/// Structures, enumerations and tuples are shown by what they store. An object is shown by its type's name, because
/// another thread may be changing what it stores.
struct ValueOutline {
  private var text = ""

  /// Levels of values within values that are shown; deeper ones are left out, so that a long list of nested cases does
  /// not use up the stack.
  private static let depth = 16
  /// More is not stored in a record anyway.
  private static let length = 1 << 16

  static func text(of value: Any) -> String {
    var outline = ValueOutline()
    outline.add(value, depth: 0, isPart: false)
    return outline.text
  }

  private mutating func add(_ value: Any, depth: Int, isPart: Bool) {
    guard depth < Self.depth, text.utf8.count < Self.length else {
      text += "…"
      return
    }
    let type = Swift.type(of: value)
    if Self.texts.contains(ObjectIdentifier(type)) {
      text += isPart ? String(reflecting: value) : String(describing: value)
    } else if Self.scalars.contains(ObjectIdentifier(type)) {
      text += String(describing: value)
    } else if type is AnyClass || value is any CustomReflectable && !Self.isOfLibrary(type) {
      // A mirror that the type makes itself is the program's code.
      text += String(describing: type)
    } else {
      add(Mirror(reflecting: value), of: value, depth: depth + 1)
    }
  }

  private mutating func add(_ mirror: Mirror, of value: Any, depth: Int) {
    let name = String(describing: Swift.type(of: value))
    switch mirror.displayStyle {
    case .optional:
      if let wrapped = mirror.children.first {
        text += "Optional("
        add(wrapped.value, depth: depth, isPart: true)
        text += ")"
      } else {
        text += "nil"
      }
    case .collection, .set: addParts(mirror.children, "[", "]", depth: depth)
    case .dictionary: addPairs(mirror.children, depth: depth)
    case .tuple: addParts(mirror.children, "(", ")", depth: depth)
    case .enum: addCase(mirror, of: value, depth: depth)
    case .struct: addParts(mirror.children, "\(name)(", ")", depth: depth)
    // A function or a type, for example.
    default: mirror.children.isEmpty ? addName(name) : addParts(mirror.children, "\(name)(", ")", depth: depth)
    }
  }

  /// Adds a case. The payload of `.failed(code: 3)` is a tuple, whose own parentheses are left out.
  private mutating func addCase(_ mirror: Mirror, of value: Any, depth: Int) {
    guard let payload = mirror.children.first else { return addName(Self.caseName(of: value)) }
    addName(payload.label ?? "")
    let isTuple = !(payload.value is any CustomReflectable) && Mirror(reflecting: payload.value).displayStyle == .tuple
    if !isTuple { text += "(" }
    add(payload.value, depth: depth, isPart: true)
    if !isTuple { text += ")" }
  }

  private mutating func addName(_ name: String) { text += name }

  private mutating func addParts(_ parts: Mirror.Children, _ start: String, _ end: String, depth: Int) {
    text += start
    for (place, part) in parts.enumerated() {
      if place > 0 { text += ", " }
      guard text.utf8.count < Self.length else {
        text += "…"
        break
      }
      // The parts of a tuple without names are called `.0`, `.1`.
      if let label = part.label, !label.hasPrefix(".") { text += "\(label): " }
      add(part.value, depth: depth, isPart: true)
    }
    text += end
  }

  private mutating func addPairs(_ pairs: Mirror.Children, depth: Int) {
    let parts = pairs.lazy.compactMap { pair -> (key: Any, value: Any)? in
      let sides = Mirror(reflecting: pair.value).children.map(\.value)
      return sides.count == 2 ? (sides[0], sides[1]) : nil
    }
    text += "["
    for (place, pair) in parts.enumerated() {
      if place > 0 { text += ", " }
      add(pair.key, depth: depth, isPart: true)
      text += ": "
      add(pair.value, depth: depth, isPart: true)
      if text.utf8.count >= Self.length { break }
    }
    text += pairs.isEmpty ? ":]" : "]"
  }
}

// MARK: Types

extension ValueOutline {
  private static let texts = Set([String.self, Substring.self, Character.self].map { ObjectIdentifier($0) })

  /// Types whose description is the library's own code and calls nothing of the program.
  private static let scalars = Set(
    [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, Float.self, Double.self, Date.self, URL.self, UUID.self, Decimal.self, Data.self,
    ].map { ObjectIdentifier($0) })

  private static func isOfLibrary(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  }

  /// The name of a case that stores nothing, which only a description tells; the type's name if that is the program's.
  private static func caseName(of value: Any) -> String {
    let isOfProgram =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    return isOfProgram ? String(describing: type(of: value)) : String(describing: value)
  }
}
