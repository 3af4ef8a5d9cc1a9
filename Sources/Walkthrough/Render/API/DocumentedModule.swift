import RxTrace

/// The public declarations of a module, grouped by their types.
struct DocumentedModule: Sendable {
  let name: String
  /// The types, sorted by name.
  let types: [DocumentedType]
  /// Functions, properties and names of types that are not members of a type.
  let globals: [Declaration]
  let index: SourceIndex

  /// - Parameter index: An index that has the module, and maybe others.
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

  /// All declarations: first the global ones, then type by type.
  var declarations: [Declaration] {
    globals + types.flatMap { type in (type.declaration.map { [$0] } ?? []) + type.members }
  }

  /// Whether a declaration and the types around it are public; an extension does not tell whether its type is.
  static func isPublic(_ declaration: Declaration, in index: SourceIndex) -> Bool {
    guard declaration.isPublic, !declaration.baseName.hasPrefix("_") else { return false }
    guard let owner = declaration.owner, let type = index.type(named: owner), type.qualifiedName == owner else {
      return true
    }
    return isPublic(type, in: index)
  }
}

/// A type with its public members, or with the members that the module adds to a type of another module.
struct DocumentedType: Sendable {
  /// The qualified name: `Outer.Inner`.
  let name: String
  /// The type's declaration; nil for a type of another module.
  let declaration: Declaration?
  let members: [Declaration]
}
