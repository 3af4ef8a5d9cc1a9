/// The declarations that the names of a source file mean, found by name and scope. This is not a type checker, so a
/// name that could mean several things is not linked.
///
///     let disposer = SinkDisposer()                 // SinkDisposer: a type
///     disposer.setSinkAndSubscription(sink: sink)   // the only member of that name
///     self.forwardOn(next: element)                 // of this type or one above it
///     observer.on(next: element)                    // of the type that `observer` is declared with
final class SymbolTable: Sendable {
  /// A word of a line: its place in the line's UTF-8, and the declaration that it names.
  struct Link: Equatable, Sendable {
    var start: Int
    var end: Int
    /// The position in ``SourceIndex/declarations``.
    var declaration: Int
  }

  private let types: [String: Int]
  private let members: [String: [String: [Int]]]
  private let membersByName: [String: [Int]]
  private let functions: [String: [Int]]
  private let ancestries: [String: [String]]
  private let declarations: [Declaration]
  /// The types that properties are written with.
  private let propertyTypes: [Int: String]

  init(_ index: SourceIndex) {
    declarations = index.declarations
    var types: [String: [Int]] = [:]
    var members: [String: [String: [Int]]] = [:]
    var membersByName: [String: [Int]] = [:]
    var functions: [String: [Int]] = [:]
    var propertyTypes: [Int: String] = [:]
    for (place, declaration) in declarations.enumerated() where declaration.kind != .initializer {
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
    self.types = types.compactMapValues { $0.count == 1 ? $0[0] : nil }
    self.members = members
    self.membersByName = membersByName
    self.functions = functions
    self.propertyTypes = propertyTypes
    var ancestries: [String: [String]] = [:]
    for name in index.typeNames { ancestries[name] = index.ancestry(of: name).map(\.qualifiedName) }
    self.ancestries = ancestries
  }

  /// The links of every line of a file.
  func links(in file: SourceFile, at place: Int) -> [[Link]] {
    var links = [[Link]](repeating: [], count: file.lines.count)
    let declared = Dictionary(grouping: declarations.indices.filter { declarations[$0].file == place }) {
      declarations[$0].baseName
    }
    for name in file.names.names where links.indices.contains(name.line - 1) {
      guard let declaration = resolve(name, file.names.scopes[name.scope], declared) else { continue }
      links[name.line - 1].append(Link(start: name.start, end: name.end, declaration: declaration))
    }
    return links.map { $0.sorted { $0.start < $1.start } }
  }

  /// - Parameter declared: The declarations of the name's file, by base name.
  private func resolve(_ name: SourceName, _ scope: SourceNames.Scope, _ declared: [String: [Int]]) -> Int? {
    switch name.role {
    case .declared:
      // A declaration within another of the same name begins later.
      return declared[name.text]?.last { declarations[$0].lines.contains(name.line) }
    case .plain:
      if let type = types[name.text] { return type }
      if scope.locals.contains(name.text) { return nil }
      return scope.types.lazy.compactMap { self.member(name, of: $0) }.first ?? one(functions[name.text] ?? [], name)
    case .member(of: .ownType): return scope.types.first.flatMap { member(name, of: $0) }
    case .member(of: .superclass):
      return scope.types.first.flatMap { member(name, in: Array((ancestries[$0] ?? []).dropFirst())) }
    case .member(of: .named(let receiver)):
      guard let type = type(of: receiver, scope) else { return distinctive(name) }
      return member(name, of: type)
    case .member(of: .other): return distinctive(name)
    }
  }

  /// The type that a name before a dot is known to have.
  private func type(of receiver: String, _ scope: SourceNames.Scope) -> String? {
    if let type = types[receiver] { return declarations[type].qualifiedName }
    if let written = scope.parameterTypes[receiver] { return written }
    guard !scope.locals.contains(receiver) else { return nil }
    for type in scope.types {
      guard let property = self.property(receiver, of: type) else { continue }
      return propertyTypes[property]
    }
    return nil
  }

  private func property(_ name: String, of type: String) -> Int? {
    for owner in ancestries[type] ?? [type] {
      guard let found = members[owner]?[name], found.count == 1 else { continue }
      if declarations[found[0]].kind == .property { return found[0] }
    }
    return nil
  }

  private func member(_ name: SourceName, of type: String) -> Int? { member(name, in: ancestries[type] ?? [type]) }

  private func member(_ name: SourceName, in owners: [String]) -> Int? {
    for owner in owners {
      if let found = members[owner]?[name.text] { return one(found, name) }
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

  /// A member of an expression whose type is not known: only if the name is the sources' own and has one meaning.
  private func distinctive(_ name: SourceName) -> Int? {
    guard let found = membersByName[name.text], found.count == 1, name.text.contains(where: \.isUppercase) else {
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
