import RxTrace

/// The public declarations of a module, by the type that they belong to.
struct DocumentedModule: Sendable {
  let name: String
  /// Sorted by name.
  let types: [DocumentedType]
  /// Functions, properties and names of types that belong to no type.
  let globals: [Declaration]
  let index: SourceIndex

  /// - Parameter index: Declares the module, and maybe others.
  init(_ name: String, in index: SourceIndex) {
    self.name = name
    self.index = index
    var own: [String: Declaration] = [:]
    var members: [String: [Declaration]] = [:]
    var globals: [Declaration] = []
    let isOwn = index.files.map { $0.module == name }
    for declaration in index.declarations where isOwn[declaration.file] && Self.isPublic(declaration, in: index) {
      if declaration.kind.isType {
        own[declaration.qualifiedName] = declaration
      } else if let owner = declaration.owner {
        members[owner, default: []].append(declaration)
      } else {
        globals.append(declaration)
      }
    }
    self.globals = globals
    types = Set(own.keys).union(members.keys).sorted().map { name in
      DocumentedType(name: name, declaration: own[name], members: members[name] ?? [])
    }
  }

  /// All of them: those of no type, then type by type.
  var declarations: [Declaration] {
    globals + types.flatMap { type in (type.declaration.map { [$0] } ?? []) + type.members }
  }

  /// An extension does not tell whether the type that it extends is public.
  static func isPublic(_ declaration: Declaration, in index: SourceIndex) -> Bool {
    guard declaration.isPublic, !declaration.baseName.hasPrefix("_") else { return false }
    guard let owner = declaration.owner, let type = index.type(named: owner), type.qualifiedName == owner else {
      return true
    }
    return isPublic(type, in: index)
  }
}

/// A type with its public members, or the members that a module adds to a type of another.
struct DocumentedType: Sendable {
  /// With the types around it: `Outer.Inner`.
  let name: String
  /// Nil for a type of another module.
  let declaration: Declaration?
  let members: [Declaration]
}
