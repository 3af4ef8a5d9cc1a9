/// Names the program's types as their own file does: `Promo` for `Shop.Cart.Promo`.
///
/// The enclosing types are written only if the run has another type of the same name, and the module only if the
/// enclosing types do not tell the two apart.
struct ShortTypes: Sendable {
  /// The modules of the program and of its packages.
  private var modules: Set<String> = ["main"]
  /// The types that have each name, with their modules: `["Promo": [["Shop", "Cart", "Promo"]]]`.
  private var types: [String: Set<[String]>] = [:]

  private static let libraries: Set<String> = ["", "Swift", "Foundation", "FoundationEssentials", "Dispatch", "__C"]

  init(_ run: LocatedTrace) {
    let symbols = Set(run.frames.values.joined().filter { $0.owner != .engine }.compactMap(\.symbol))
    modules.formUnion(symbols.map(\.module))
    modules.subtract(Self.libraries)
    for symbol in symbols where modules.contains(symbol.module) {
      let around = symbol.context.prefix(while: Self.isType)
      for count in 1..<(around.count + 1) { note([symbol.module] + around.prefix(count)) }
    }
    note(run.trace)
  }

  /// These types, with the types of another part of the run.
  func including(_ part: Trace) -> ShortTypes {
    var all = self
    all.note(part)
    return all
  }

  private mutating func note(_ trace: Trace) {
    var newest: TracedValue?
    for step in trace.steps {
      guard let value = step.value, value != newest else { continue }
      newest = value
      var found: [[String]] = []
      _ = ShownText.withoutModules(value.text) { path in
        found.append(path)
        return nil
      }
      for path in found { note(path) }
    }
  }

  private mutating func note(_ path: [String]) {
    guard let type = type(path), let name = type.last else { return }
    types[name, default: []].insert(type)
  }

  /// The names of a path up to a type of the program; nil if the path leads to none.
  private func type(_ path: [String]) -> [String]? {
    guard modules.contains(path[0]) else { return nil }
    let names = path.dropFirst().prefix(while: Self.isType)
    return names.isEmpty ? nil : [path[0]] + names
  }

  private static func isType(_ name: String) -> Bool { name.first?.isUppercase ?? false }

  // MARK: Texts

  /// The text of a value with short names of types.
  func shortened(_ text: String) -> String {
    ShownText.withoutModules(text) { path in
      type(path).map { (name($0) + path.dropFirst($0.count)).joined(separator: ".") }
    }
  }

  /// A function with a short name of its type: `Screen.open()` for `App.Screen.open()`.
  func shortened(_ symbol: SwiftSymbol) -> SwiftSymbol {
    let around = symbol.context.prefix(while: Self.isType)
    guard around.count > 1 else { return symbol }
    let short = name([symbol.module] + around)
    return SwiftSymbol(
      module: symbol.module, context: short + symbol.context.dropFirst(around.count), baseName: symbol.baseName,
      labels: symbol.labels, isClosure: symbol.isClosure)
  }

  private func name(_ type: [String]) -> [String] {
    let alike = types[type[type.count - 1]] ?? []
    if alike.count < 2 { return [type[type.count - 1]] }
    return Set(alike.map { $0.dropFirst() }).count == alike.count ? Array(type.dropFirst()) : type
  }
}
