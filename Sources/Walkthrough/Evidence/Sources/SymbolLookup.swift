import RxTrace

/// Why a symbol does not name exactly one declaration.
enum SymbolError: Error, Equatable {
  case missing(nearest: String?)
  /// The spelling of each declaration that could be meant.
  case ambiguous([String])
  /// Neither a kind of call nor a function; with the functions of the run and the members of the type.
  case unknownCall(functions: [String], members: [String])
  /// A function that made no step, with the functions of the run.
  case withoutStep(functions: [String])

  func message(for symbol: String) -> String {
    switch self {
    case .missing(let nearest): "no such symbol `\(symbol)`" + (nearest.map { "; nearest: `\($0)`" } ?? "")
    case .ambiguous(let candidates):
      "`\(symbol)` is ambiguous; write one of:" + candidates.map { "\n    \($0)" }.joined()
    case .unknownCall(let functions, let members):
      StepPattern.unknown(symbol, functions: functions, members: members)
    case .withoutStep(let functions):
      "no step of this run was made by `\(symbol)`, so nothing can be claimed of it"
        + (Self.receipt(symbol).map { "; a step that receives an event is `\($0)`" }
          ?? Nearest.similarSuggestion(for: symbol, among: functions))
    }
  }

  /// `MapSink.on(next:)` for `MapSink.onNext`, which is what a program writes.
  private static func receipt(_ symbol: String) -> String? {
    let parts = SymbolParts(symbol)
    let call = ["onNext": "on(next:)", "onError": "on(error:)"][String(parts.baseName)]
    return call.map { (parts.type.map { "\($0)." } ?? "") + $0 }
  }
}

extension SourceIndex {
  /// The declaration that `Type`, `Type.method`, `Type.method(label:)` or another ``SymbolQuery`` names.
  /// - Parameter file: the position of a file that is preferred if others declare the same.
  func declaration(named symbol: String, preferring file: Int? = nil) throws(SymbolError) -> Declaration {
    let query = SymbolQuery(symbol)
    if query.isPlain, let type = type(named: query.plainName) { return type }
    let isMeant = { query.matches($0, fileName: files[$0.file].name) } as (Declaration) -> Bool
    var found = all(named: query.baseName).filter(isMeant)
    // The text after the last dot is not the name of an operator, nor of the extension of a nested type.
    if found.isEmpty { found = declarations.filter(isMeant) + parts.filter(isMeant) }
    if found.isEmpty, query.isPlain { found = functions(meantBy: SymbolParts(query.plainName)) }
    if let file, found.contains(where: { $0.file == file }) { found.removeAll { $0.file != file } }
    // A protocol's requirement and its default implementation share a name, which means the one with a body.
    let working = found.contains(where: \.hasBody) ? found.filter(\.hasBody) : found
    guard let first = working.first else { throw .missing(nearest: nearest(to: symbol)) }
    guard working.count == 1 else { throw .ambiguous(distinctions(among: working)) }
    return first
  }

  /// The functions that a name without some of their labels means, because calls leave out arguments with defaults.
  private func functions(meantBy name: SymbolParts) -> [Declaration] {
    all(named: String(name.baseName)).filter { declaration in
      declaration.owner == name.type && name.means(SymbolParts(declaration.name))
    }
  }

  /// For each declaration, the shortest spelling that is unambiguous among them, with its place.
  private func distinctions(among found: [Declaration]) -> [String] {
    found.map { declaration in
      let place = "\(files[declaration.file].name):\(declaration.lines.lowerBound)"
      return "\(spelling(of: declaration, among: found))  (\(place))"
    }
  }

  /// The shortest spelling that is unambiguous.
  func spelling(of declaration: Declaration) -> String {
    let named = all(named: declaration.baseName).filter { $0.qualifiedName == declaration.qualifiedName }
    return spelling(of: declaration, among: named)
  }

  private func spelling(of declaration: Declaration, among found: [Declaration]) -> String {
    let spellings = declaration.spellings(fileName: files[declaration.file].name)
    let telling = spellings.first { spelling in
      let query = SymbolQuery(spelling)
      return found.count { query.matches($0, fileName: files[$0.file].name) } == 1
    }
    return telling ?? spellings[spellings.count - 1]
  }
}
