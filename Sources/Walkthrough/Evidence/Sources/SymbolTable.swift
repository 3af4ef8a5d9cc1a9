/// The declarations that the names of a source file mean, found by name and scope. This is not a type checker, so a
/// name that could mean several things is not linked.
///
///     let disposer = SinkDisposer()                 // SinkDisposer: a type
///     disposer.setSinkAndSubscription(sink: sink)   // the only member of that name
///     self.forwardOn(next: element)                 // of this type or one above it
///     observer.on(next: element)                    // of the type that `observer` is declared with
struct SymbolTable: Sendable {
  /// A word of a line: its place in the line's UTF-8, and the declaration that it names.
  struct Link: Equatable, Sendable {
    var start: Int
    var end: Int
    /// The position in ``SourceIndex/declarations``.
    var declaration: Int
  }

  private let index: SourceIndex
  private var names: Names
  /// The types that were asked for, each with the types above it, nearest first.
  private var ancestries: [String: [String]] = [:]

  /// The positions of the declarations with a name.
  private struct Names {
    var types: [String: [Int]] = [:]
    var members: [String: [String: [Int]]] = [:]
    var membersByName: [String: [Int]] = [:]
    var functions: [String: [Int]] = [:]
    /// The types that properties are declared with.
    var propertyTypes: [Int: String] = [:]

    mutating func add(_ declaration: Declaration, at place: Int) {
      if declaration.kind.isType {
        types[declaration.name, default: []].append(place)
      } else if let owner = declaration.owner {
        if declaration.kind == .property {
          propertyTypes[place] = SourceNames.typeName(declaration.details.result)
        }
        members[owner, default: [:]][declaration.baseName, default: []].append(place)
        membersByName[declaration.baseName, default: []].append(place)
      } else {
        functions[declaration.baseName, default: []].append(place)
      }
    }
  }

  /// - Parameter base: the table of an index to which this one has added files.
  init(_ index: SourceIndex, base: SymbolTable? = nil) {
    self.index = index
    names = base?.names ?? Names()
    let known = base?.declarations.count ?? 0
    for place in known..<index.declarations.count where index.declarations[place].kind != .initializer {
      names.add(index.declarations[place], at: place)
    }
  }

  private var declarations: [Declaration] { index.declarations }

  /// The links of every line of a file.
  mutating func links(in file: SourceFile, at place: Int) -> [[Link]] {
    var links = [[Link]](repeating: [], count: file.lines.count)
    let declared = Dictionary(grouping: index.declarations(inFile: place).indices) { declarations[$0].baseName }
    for name in file.names.names where links.indices.contains(name.line - 1) {
      guard let declaration = resolve(name, file.names.scopes[name.scope], declared) else { continue }
      links[name.line - 1].append(Link(start: name.start, end: name.end, declaration: declaration))
    }
    return links.map { $0.sorted { $0.start < $1.start } }
  }

  /// - Parameter declared: The declarations of the name's file, by base name.
  private mutating func resolve(_ name: SourceName, _ scope: SourceNames.Scope, _ declared: [String: [Int]]) -> Int? {
    switch name.role {
    case .declared:
      // A declaration within another of the same name begins later.
      return declared[name.text]?.last { declarations[$0].lines.contains(name.line) }
    case .plain:
      if let type = type(named: name.text) { return type }
      if scope.locals.contains(name.text) { return nil }
      for type in scope.types {
        if let member = member(name, of: type) { return member }
      }
      return one(names.functions[name.text] ?? [], name)
    case .member(of: .ownType):
      guard let type = scope.types.first else { return nil }
      return member(name, of: type)
    case .member(of: .superclass):
      guard let type = scope.types.first else { return nil }
      return member(name, in: ancestry(of: type).dropFirst())
    case .member(of: .named(let receiver)):
      guard let type = type(of: receiver, scope) else { return distinctive(name) }
      return member(name, of: type)
    case .member(of: .other): return distinctive(name)
    }
  }

  /// The type of a name before a dot, if it is known.
  private mutating func type(of receiver: String, _ scope: SourceNames.Scope) -> String? {
    if let type = type(named: receiver) { return declarations[type].qualifiedName }
    if let written = scope.parameterTypes[receiver] { return written }
    guard !scope.locals.contains(receiver) else { return nil }
    for type in scope.types {
      guard let property = self.property(receiver, of: type) else { continue }
      return names.propertyTypes[property]
    }
    return nil
  }

  /// The only type of this name.
  private func type(named name: String) -> Int? {
    guard let places = names.types[name], places.count == 1 else { return nil }
    return places[0]
  }

  private mutating func ancestry(of type: String) -> [String] {
    if let known = ancestries[type] { return known }
    let found = index.isType(type) ? index.ancestry(of: type).map(\.qualifiedName) : [type]
    ancestries[type] = found
    return found
  }

  private mutating func property(_ name: String, of type: String) -> Int? {
    for owner in ancestry(of: type) {
      guard let found = names.members[owner]?[name], found.count == 1 else { continue }
      if declarations[found[0]].kind == .property { return found[0] }
    }
    return nil
  }

  private mutating func member(_ name: SourceName, of type: String) -> Int? {
    member(name, in: ancestry(of: type)[...])
  }

  private func member(_ name: SourceName, in owners: ArraySlice<String>) -> Int? {
    for owner in owners {
      if let found = names.members[owner]?[name.text] { return one(found, name) }
    }
    return nil
  }

  /// The one declaration that a call with such a first label can mean.
  private func one(_ found: [Int], _ name: SourceName) -> Int? {
    if found.count == 1 { return found[0] }
    guard let label = name.label else { return nil }
    let fitting = found.filter { place in
      let labels = declarations[place].name.dropFirst(declarations[place].baseName.count)
      return label.isEmpty ? labels.hasPrefix("(_:") || labels == "()" : labels.hasPrefix("(\(label):")
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// The member that a name means after an expression of unknown type, if the name is distinctive and has one meaning.
  private func distinctive(_ name: SourceName) -> Int? {
    guard let found = names.membersByName[name.text], found.count == 1, name.text.contains(where: \.isUppercase) else {
      return nil
    }
    return Self.standardNames.contains(name.text) ? nil : found[0]
  }

  private static let standardNames: Set<String> = [
    "allSatisfy", "allCases", "compactMap", "compactMapValues", "debugDescription", "dropFirst",
    "dropLast", "endIndex", "flatMap", "firstIndex", "forEach", "hasPrefix", "hasSuffix", "hashValue", "isEmpty",
    "lastIndex", "lowerBound", "mapValues", "popFirst", "popLast", "rawValue", "reduceInto", "removeAll",
    "removeFirst", "removeLast", "removeValue", "reserveCapacity", "startIndex", "timeIntervalSince",
    "updateValue", "upperBound", "withLock", "withUnsafeBytes", "withUnsafePointer",
  ]
}
