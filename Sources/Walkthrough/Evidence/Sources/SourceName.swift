import SwiftSyntax

/// An identifier in the code of a source file, with what the syntax tells about its meaning.
struct SourceName: Equatable, Sendable {
  enum Role: Equatable, Sendable {
    /// A name by itself: a type, a function, a variable, or a member of an enclosing type.
    case plain
    /// The name in a declaration of a type, of a function, or of a property that is not local.
    case declared
    /// A name after a dot.
    case member(of: Receiver)
  }

  /// The expression or type before the dot.
  enum Receiver: Equatable, Sendable {
    /// `self` or `Self`
    case ownType
    /// `super`
    case superclass
    /// A name by itself.
    case named(String)
    /// Any other expression, or none.
    case other
  }

  var text: String
  /// The line, from 1.
  var line: Int
  /// The position of the name's first byte in the line's UTF-8, from 0.
  var start: Int
  var role: Role
  /// The first label of the call whose callee has this name; empty for no label, nil if no parentheses follow.
  var label: String?
  /// A position in ``SourceNames/scopes``.
  var scope: Int

  var end: Int { start + text.utf8.count }
}

/// The identifiers of a source file, and the scopes around them.
struct SourceNames: Sendable {
  /// A member of a type, or a statement at the top of a file.
  struct Scope: Sendable {
    /// The qualified names of the enclosing types, innermost first.
    var types: [String] = []
    /// Names of parameters and local variables, which hide other declarations of those names.
    var locals: Set<String> = []
    /// The types of a function's parameters, as written.
    var parameterTypes: [String: String] = [:]
  }

  private(set) var names: [SourceName] = []
  private(set) var scopes: [Scope] = []

  init() {}

  init(_ tree: SourceFileSyntax, _ converter: SourceLocationConverter) {
    let collector = NameCollector(converter)
    collector.walk(tree)
    names = collector.names
    scopes = collector.scopes
  }

  /// The name in a type as written: `EventReceiver` in `any EventReceiver<Element>?`.
  /// - Returns: nil for a type without a name, such as a tuple.
  static func typeName(_ written: String) -> String? {
    var text = written[...]
    for word in ["@escaping ", "any ", "some ", "inout ", "borrowing ", "consuming "] where text.hasPrefix(word) {
      text = text.dropFirst(word.count)
    }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}
