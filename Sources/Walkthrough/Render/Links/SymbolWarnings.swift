import RxTrace

/// Finds code in a sentence that looks like a symbol of the sources but is not declared there, probably because it was
/// renamed or removed.
///
/// Most code in a sentence is not a symbol, and many symbols belong to other libraries. So there is a warning only if
/// the sources declare the type without such a member, or if they declare functions of that name only with other
/// labels.
///
///     `Sink.forwardOff(next:)`   // no member of Sink
///     `forwardOn(nxt:)`          // forwardOn has other labels
///     `Array.frobnicate()`       // not a type of the sources: no warning
struct SymbolWarnings {
  /// The sources, read only if some code looks like a symbol, so that a page without symbols does not depend on them.
  private let sources: () -> SourceIndex

  init(index sources: @escaping () -> SourceIndex) { self.sources = sources }

  /// The warning; nil for text that is not a symbol, and for a symbol that exists.
  func warning(for code: String) -> String? {
    guard Self.isSymbol(code), StepPattern(code)?.kind == nil else { return nil }
    let parts = SymbolParts(code)
    let index = sources()
    guard let typeName = parts.type else { return otherLabels(code, index) }
    guard let type = index.type(named: typeName), type.kind.isType else { return nil }
    return missingMember(parts.member, of: type, code, index)
  }

  private func missingMember(
    _ member: String, of type: Declaration, _ code: String, _ index: SourceIndex
  ) -> String? {
    let base = String(member.prefix { $0 != "(" })
    guard !Self.givenMembers.contains(base) else { return nil }
    let ancestry = index.ancestry(of: type.qualifiedName)
    if ancestry.contains(where: { declares($0, member, index) }) { return nil }
    let isForeign = ancestry.contains { type in
      type.inherited.contains { index.type(named: $0) == nil && !Self.plainProtocols.contains($0) }
    }
    guard !isForeign else { return nil }
    let members = ancestry.flatMap { index.members(of: $0.qualifiedName) }
    let nearest = Nearest.name(to: member, among: members.map(\.name)).map { "; nearest: `\(type.name).\($0)`" } ?? ""
    return "the sources declare no `\(code)`" + nearest
  }

  private func declares(_ type: Declaration, _ member: String, _ index: SourceIndex) -> Bool {
    let query = SymbolQuery("\(type.qualifiedName).\(member)")
    return index.members(of: type.qualifiedName).contains {
      query.matches($0, fileName: "") || $0.qualifiedName == "\(type.qualifiedName).\(member)"
        || SymbolParts(member).means(SymbolParts($0.name))
    }
  }

  private func otherLabels(_ code: String, _ index: SourceIndex) -> String? {
    guard code.contains(":") else { return nil }
    let base = String(code.prefix { $0 != "(" })
    let known = index.all(named: base).filter { $0.kind == .function }
    guard !known.isEmpty, !known.contains(where: { SymbolParts(code).means(SymbolParts($0.name)) }) else { return nil }
    let names = Set(known.map(\.name)).sorted()
    return "the sources declare no `\(code)`" + Nearest.suggestion(for: code, among: names)
  }

  /// Members that every type has, or that the compiler adds.
  private static let givenMembers: Set<String> = [
    "init", "self", "Self", "Type", "Element", "rawValue", "allCases", "hashValue", "hash", "description",
    "debugDescription", "localizedDescription", "id", "encode",
  ]
  private static let plainProtocols: Set<String> = [
    "AnyObject", "Sendable", "Error", "Equatable", "Hashable", "Comparable", "Identifiable", "CustomStringConvertible",
    "CustomDebugStringConvertible", "Codable", "Encodable", "Decodable", "CaseIterable", "RawRepresentable",
  ]

  /// `Type.member`, `member(label:)`, `Outer.Inner.member(_:)`: only names, not expressions.
  private static func isSymbol(_ code: String) -> Bool {
    let end = code.firstIndex(of: "(") ?? code.endIndex
    let names = code[..<end].split(separator: ".", omittingEmptySubsequences: false)
    guard names.allSatisfy(isName) else { return false }
    guard names.count == 1 || names[0].first!.isUppercase else { return false }
    guard end < code.endIndex else { return names.count > 1 }
    let labels = code[end...]
    guard labels.hasSuffix(")") else { return false }
    let inner = labels.dropFirst().dropLast()
    guard !inner.isEmpty else { return true }
    return inner.hasSuffix(":")
      && inner.dropLast().split(separator: ":", omittingEmptySubsequences: false).allSatisfy(isName)
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
