import RxTrace

/// Why a symbol names no single declaration.
enum SymbolError: Error, Equatable {
  case missing(nearest: String?)
  case ambiguous([String])

  func message(for symbol: String) -> String {
    switch self {
    case .missing(let nearest): "no such symbol `\(symbol)`" + (nearest.map { "; nearest: `\($0)`" } ?? "")
    case .ambiguous(let candidates):
      "`\(symbol)` is ambiguous; it could be:" + candidates.map { "\n    \($0)" }.joined()
    }
  }
}

extension SourceIndex {
  /// The declaration that `Type`, `Type.method` or `Type.method(label:)` names.
  func declaration(named symbol: String) throws(SymbolError) -> Declaration {
    if let type = type(named: symbol) { return type }
    let found = declarations.filter { Self.matches($0, symbol) }
    // A protocol's requirement and its default implementation share their name: the one that does something is meant.
    let working = found.contains(where: \.hasBody) ? found.filter(\.hasBody) : found
    guard let first = working.first else { throw .missing(nearest: nearest(to: symbol)) }
    guard working.count == 1 else {
      throw .ambiguous(working.map { $0.signature + (files[$0.file].name + ":\($0.lines.lowerBound)").parenthesised })
    }
    return first
  }

  private static func matches(_ declaration: Declaration, _ symbol: String) -> Bool {
    if declaration.qualifiedName == symbol { return true }
    return !symbol.contains("(") && (declaration.owner.map { $0 + "." } ?? "") + declaration.baseName == symbol
  }

  private func nearest(to symbol: String) -> String? {
    let member = SymbolParts(symbol).member
    let sameMember = declarations.filter { $0.name == member || $0.baseName == member }
    let candidates = sameMember.isEmpty ? declarations : sameMember
    return Nearest.name(to: symbol, among: candidates.map(\.qualifiedName))
  }
}

extension String {
  fileprivate var parenthesised: String { "  (\(self))" }
}
