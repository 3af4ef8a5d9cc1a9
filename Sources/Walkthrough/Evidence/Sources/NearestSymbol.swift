import RxTrace

extension SourceIndex {
  /// The declaration that an author most likely meant by a symbol that names none: a member of the symbol's type with the
  /// same name and other labels, one with a similar name, a member with that name of a type with a similar name, or a
  /// similar symbol.
  func nearest(to symbol: String) -> String? {
    let wanted = SymbolParts(symbol)
    let members = wanted.type.map(membersKnown(as:)) ?? []
    let overloads = members.filter { $0.baseName == wanted.baseName }
    if let meant = overloads.first(where: { wanted.means(SymbolParts($0.name)) }) { return meant.qualifiedName }
    if let name = Nearest.name(to: wanted.member, among: overloads.map(\.name)) {
      return overloads.first { $0.name == name }?.qualifiedName
    }
    let sameMember = declarations.filter { $0.baseName == wanted.baseName }
    if wanted.type == nil, let name = Nearest.name(to: symbol, among: sameMember.map(\.qualifiedName)) { return name }
    let found =
      similar(to: wanted.member, among: members, \.name) ?? similar(to: symbol, among: sameMember, \.qualifiedName)
      ?? similar(to: symbol, among: declarations, \.qualifiedName)
    return found?.qualifiedName
  }

  /// The declaration whose name is most similar to a word, which may lack the labels.
  private func similar(
    to word: String, among declarations: [Declaration], _ name: (Declaration) -> String
  ) -> Declaration? {
    let spelled = declarations.map { word.contains("(") ? name($0) : String(name($0).prefix { $0 != "(" }) }
    return Nearest.similarName(to: word, among: spelled).flatMap(spelled.firstIndex).map { declarations[$0] }
  }

  /// The members of the type that a name means, and of the types above it.
  func membersKnown(as name: String) -> [Declaration] {
    ancestry(of: aliased(name)).flatMap { members(of: $0.qualifiedName) }
  }

  /// `SharedSequence` for `Driver`; a name that is not another name for a type as it is.
  private func aliased(_ name: String) -> String {
    let alias = all(named: name).first { $0.kind == .typealias && $0.owner == nil }
    guard let alias, let type = alias.signature.firstRange(of: " = ") else { return name }
    return SourceNames.typeName(String(alias.signature[type.upperBound...])) ?? name
  }
}
