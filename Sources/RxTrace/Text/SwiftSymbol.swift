import Foundation

/// The name of a Swift function, as a reader of the source would say it.
///
///     SwiftSymbol(mangled: "$s3who9addToCartyyF")?.text
///     // Result: "addToCart()"
public struct SwiftSymbol: Hashable, Sendable {
  /// The module that declares the function.
  public let module: String
  /// The types or functions around it, outermost first: `["Cart"]`.
  public let context: [String]
  /// The name without labels: `addToCart`, `init`, `deinit`; nil for the top-level code of a file.
  public let baseName: String?
  /// The labels of a function's parameters, `_` for none; nil for a property.
  public let labels: [String]?
  /// Whether the code is a closure in the function.
  public let isClosure: Bool

  /// - Parameter mangled: a linker's name: `$s3who9addToCartyyF`.
  /// - Returns: nil for a name that is not Swift's, and for code that the compiler adds between two functions.
  public init?(mangled: String) {
    if mangled == "main" {
      self.init(module: "", context: [], baseName: nil, labels: nil, isClosure: false)
      return
    }
    guard let text = demangled(mangled) else { return nil }
    self.init(demangled: text)
  }

  /// - Parameter text: `who.Cart.add(_: Swift.Int) -> ()`
  init?(demangled text: String) {
    var reader = SymbolReader(text)
    guard let symbol = reader.symbol() else { return nil }
    self = symbol
  }

  init(module: String, context: [String], baseName: String?, labels: [String]?, isClosure: Bool) {
    (self.module, self.context, self.baseName) = (module, context, baseName)
    (self.labels, self.isClosure) = (labels, isClosure)
  }

  /// `addToCart()`, `Cart.add(_:)`, `closure in Cart.add(_:)`; nil for the top-level code of a file.
  public var text: String? {
    guard let baseName else { return nil }
    let arguments = labels.map { "(" + $0.map { "\($0):" }.joined() + ")" } ?? ""
    let name = (context + [baseName]).joined(separator: ".") + arguments
    return isClosure ? "closure in \(name)" : name
  }

  /// The word by which a program calls the function: `map`, `observe(on:)`, and for an initializer the type's name.
  public var calledName: String? {
    if baseName == "init" { return context.last }
    // Only the label distinguishes `subscribe(on:)` from a subscription.
    return labels?.first == "on" ? baseName.map { "\($0)(on:)" } : baseName
  }
}

@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>?, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// The runtime library's text for a mangled name; nil if the name is not one of Swift's.
private func demangled(_ name: String) -> String? {
  guard let text = swiftDemangle(name, UInt(name.utf8.count), nil, nil, 0) else { return nil }
  defer { free(text) }
  let demangled = String(cString: text)
  return demangled == name ? nil : demangled
}

/// Reads the text of a demangled name.
private struct SymbolReader {
  private var rest: Substring
  private var isClosure = false

  init(_ text: String) {
    rest = text[...]
  }

  mutating func symbol() -> SwiftSymbol? {
    removePrefixes()
    guard !rest.contains("reabstraction thunk") || rest.hasPrefix("(") else { return nil }
    let local = localFunction()
    removePrefixes()
    if let end = rest.firstRange(of: " in conformance ") { rest = rest[..<end.lowerBound] }
    if rest.hasPrefix("(extension in "), let colon = rest.firstRange(of: "):") { rest = rest[colon.upperBound...] }
    var names = components()
    guard !names.isEmpty else { return nil }
    let module = names.removeFirst()
    if let local {
      return SwiftSymbol(
        module: module, context: names, baseName: local.name, labels: local.labels, isClosure: isClosure)
    }
    return symbol(module, names)
  }

  private mutating func symbol(_ module: String, _ names: [String]) -> SwiftSymbol? {
    var names = names
    let isAccessor = Self.accessors.contains(names.last ?? "")
    if isAccessor { names.removeLast() }
    guard var name = names.popLast() else {
      // A closure of the file's top-level code lies in the module itself.
      return SwiftSymbol(module: module, context: [], baseName: nil, labels: nil, isClosure: isClosure)
    }
    if name == "__allocating_init" { name = "init" }
    if ["__deallocating_deinit", "__isolated_deallocating_deinit"].contains(name) { name = "deinit" }
    let labels = isAccessor || name == "deinit" ? nil : labels()
    return SwiftSymbol(module: module, context: names, baseName: name, labels: labels, isClosure: isClosure)
  }

  private static let accessors: Set<String> = [
    "getter", "setter", "modify", "read", "modify2", "read2", "didset", "willset", "unsafeAddressor",
    "unsafeMutableAddressor",
  ]

  // MARK: Prefixes

  private static let prefixes = [
    "partial apply forwarder for ", "dispatch thunk of ", "merged ", "static ", "class ", "@objc ", "@nonobjc ",
    "protocol witness for ", "variable initialization expression of ", "one-time initialization function for ",
    "default argument ", "implicit ", "async function pointer to ", "outlined copy of ",
  ]

  /// Removes the words that say how the compiler derived the function from the program's own one.
  private mutating func removePrefixes() {
    var length = 0
    repeat {
      length = rest.utf8.count
      for prefix in Self.prefixes where rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
      removePartOfAsyncFunction()
      if rest.hasPrefix("generic ") || rest.hasPrefix("function signature ") { removeSpecialization() }
      if rest.hasPrefix("closure #"), let end = end(of: " in ") {
        isClosure = true
        rest = rest[end...]
      }
    } while rest.utf8.count < length
  }

  /// `(2) suspend resume partial function for `
  private mutating func removePartOfAsyncFunction() {
    guard rest.hasPrefix("("), rest.dropFirst().first?.isNumber == true, let end = rest.firstRange(of: " for ") else {
      return
    }
    rest = rest[end.upperBound...]
  }

  /// `generic specialization <Swift.Int> of `
  private mutating func removeSpecialization() {
    guard rest.prefix(60).contains("specialization"), let end = end(of: " of ") else { return }
    rest = rest[end...]
  }

  /// `inner #1 (x: Swift.Int) -> () in `
  private mutating func localFunction() -> (name: String, labels: [String])? {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let after = rest.dropFirst(name.count)
    guard !name.isEmpty, after.hasPrefix(" #"), let end = end(of: " in ") else { return nil }
    let labels = after.firstIndex(of: "(").map { Self.labels(in: rest[$0...]) } ?? []
    rest = rest[end...]
    return (String(name), labels)
  }

  /// The end of the first `word` that is outside of brackets.
  private func end(of word: String) -> Substring.Index? {
    var depth = 0
    var index = rest.startIndex
    while index < rest.endIndex {
      if depth == 0, rest[index...].hasPrefix(word) { return rest.index(index, offsetBy: word.count) }
      Self.count(rest, at: index, &depth)
      index = rest.index(after: index)
    }
    return nil
  }

  /// Counts brackets; the `>` of an arrow is not one.
  private static func count(_ text: Substring, at index: Substring.Index, _ depth: inout Int) {
    switch text[index] {
    case "(", "[", "<": depth += 1
    case ")", "]": depth -= 1
    case ">": if index == text.startIndex || text[text.index(before: index)] != "-" { depth -= 1 }
    default: break
    }
  }

  // MARK: Names

  /// The names of `Module.Type.function`; afterwards, `rest` begins with the parameters.
  private mutating func components() -> [String] {
    var names: [String] = []
    while let name = component() {
      names.append(name)
      skipGenericArguments()
      guard rest.first == "." else { break }
      rest = rest.dropFirst()
    }
    return names
  }

  private mutating func component() -> String? {
    if rest.first == "(", let end = rest.firstIndex(of: ")") {
      // A private declaration: `(introduce in _2A5B)`.
      let inside = rest[rest.index(after: rest.startIndex)..<end]
      guard let word = inside.firstRange(of: " in ") else { return nil }
      rest = rest[rest.index(after: end)...]
      return String(inside[..<word.lowerBound])
    }
    let name = rest.prefix { !"(<. :".contains($0) }
    guard !name.isEmpty else { return nil }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  private mutating func skipGenericArguments() {
    guard rest.first == "<" else { return }
    var depth = 0
    var index = rest.startIndex
    repeat {
      Self.count(rest, at: index, &depth)
      index = rest.index(after: index)
    } while depth > 0 && index < rest.endIndex
    rest = rest[index...]
  }

  private func labels() -> [String]? { rest.first == "(" ? Self.labels(in: rest) : nil }

  /// - Parameter text: begins with the list: `(_: Swift.Int, limit: Swift.Int) -> ()`.
  private static func labels(in text: Substring) -> [String] {
    var depth = 0
    var parameters: [Substring] = []
    var start = text.index(after: text.startIndex)
    for index in text.indices {
      count(text, at: index, &depth)
      if depth == 1 && text[index] == "," || depth == 0 {
        parameters.append(text[start..<index].drop(while: \.isWhitespace))
        start = text.index(after: index)
      }
      if depth == 0 { break }
    }
    return parameters.filter { !$0.isEmpty }.map { parameter in
      let name = parameter.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return parameter.dropFirst(name.count).hasPrefix(": ") ? String(name) : "_"
    }
  }
}
