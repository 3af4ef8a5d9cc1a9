/// A type or a member that the sources declare.
struct Declaration: Equatable, Sendable {
  enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, `protocol`, actor, function, initializer, property
    case enumCase = "case"

    var isType: Bool { [.class, .struct, .enum, .protocol, .actor].contains(self) }
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

  /// `Producer.subscribe(receiver:)`
  var qualifiedName: String { owner.map { "\($0).\(name)" } ?? name }
}
