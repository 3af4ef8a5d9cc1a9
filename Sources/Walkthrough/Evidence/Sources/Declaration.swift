/// A type or a member that the sources declare.
struct Declaration: Equatable, Sendable {
  enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, `protocol`, actor, function, initializer, property
    case enumCase = "case"
    case `typealias`, associatedType, `subscript`, deinitializer, accessor, `extension`

    var isType: Bool { [.class, .struct, .enum, .protocol, .actor].contains(self) }

    /// True for what only belongs to a declaration, or adds to one: an author may name it, but nobody calls it.
    var isPart: Bool { self == .accessor || self == .extension }
  }

  var kind: Kind
  /// The type that a member belongs to, or that a type is nested in, with its own owners: `Outer.Inner`.
  var owner: String?
  /// Without arguments: `subscribe`.
  var baseName: String
  /// `subscribe(receiver:)`, or the base name of what takes no arguments list.
  var name: String
  /// The whole signature on one line.
  var signature: String
  /// The documentation comment, without its slashes.
  var documentation: String
  /// The position of the file in ``SourceIndex/files``.
  var file: Int
  var lines: ClosedRange<Int>
  /// What a type's inheritance clause, or that of an extension, names.
  var inherited: [String] = []
  /// False for a protocol's requirement.
  var hasBody = true
  /// What tells it from others of the same name.
  var details = Details()

  /// Everything beside its name that an author may write to say which declaration is meant.
  struct Details: Equatable, Sendable {
    /// Labels with types: `overloaded(_: Int)`; empty where there are no parameters.
    var typedName = ""
    /// `Int`, for what returns something or is of a type.
    var result = ""
    /// The `where` clauses of the declaration and of the extension around it, without the word: `Element == Int`.
    var constraint = ""
    /// The branch that it stands in: `#if os(Linux)`, `#else`; the innermost one.
    var branch = ""
    /// True for what a protocol asks of those who conform.
    var isRequirement = false
  }

  /// `Producer.subscribe(receiver:)`
  var qualifiedName: String { owner.map { "\($0).\(name)" } ?? name }
}
