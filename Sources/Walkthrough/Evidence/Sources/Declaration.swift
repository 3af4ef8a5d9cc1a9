/// A type or a member that the sources declare.
struct Declaration: Equatable, Sendable {
  enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, `protocol`, actor, function, initializer, property
    case enumCase = "case"
    case `typealias`, associatedType, `subscript`, deinitializer, accessor, `extension`

    var isType: Bool { [.class, .struct, .enum, .protocol, .actor].contains(self) }

    /// Whether this is a part of a declaration or an addition to one: an author may name it, but no code calls it.
    var isPart: Bool { self == .accessor || self == .extension }
  }

  var kind: Kind
  /// The type that a member belongs to, or that a type is nested in, with its own owners: `Outer.Inner`.
  var owner: String?
  /// The name without arguments: `subscribe`.
  var baseName: String
  /// `subscribe(receiver:)`, or the base name if there is no list of arguments.
  var name: String
  /// The whole signature on one line.
  var signature: String
  /// The documentation comment, without its slashes.
  var documentation: String
  /// The position of the file in ``SourceIndex/files``.
  var file: Int
  var lines: ClosedRange<Int>
  /// The names in the inheritance clause of a type or of an extension.
  var inherited: [String] = []
  /// Whether other modules can use the declaration, unless its type is hidden from them.
  var isPublic = false
  /// Whether the declaration has a body; false for a protocol's requirement.
  var hasBody = true
  /// The details that tell the declaration from others of the same name.
  var details = Details()

  /// Everything besides the name that an author may write to say which declaration is meant.
  struct Details: Equatable, Sendable {
    /// Labels with types: `overloaded(_: Int)`; empty if there are no parameters.
    var typedName = ""
    /// The type that the declaration returns or has: `Int`.
    var result = ""
    /// The `where` clauses of the declaration and of the extension around it, without the word: `Element == Int`.
    var constraint = ""
    /// The innermost branch of a condition around the declaration: `#if os(Linux)`, `#else`.
    var branch = ""
    /// Whether the declaration is a requirement of a protocol.
    var isRequirement = false
  }

  /// `Producer.subscribe(receiver:)`
  var qualifiedName: String { owner.map { "\($0).\(name)" } ?? name }
}
