import Foundation
import RxTrace

/// Which words of a source file name a declaration, found by name and by what encloses them: no type checker, so a word
/// that could mean several things is left alone.
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
          let head = DeclarationHead.text(of: declaration, in: index.files[declaration.file])
          propertyTypes[place] = Scopes.type(after: declaration.baseName, in: head)
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
    let own = declarations.indices.filter { declarations[$0].file == place }
    var scopes = Scopes(own: own.map { ($0, declarations[$0]) }, texts: file.texts)
    return file.lines.enumerated().map { offset, pieces in
      line(pieces, scope: scopes.scope(of: offset + 1))
    }
  }

  private func line(_ pieces: [HighlightedPiece], scope: Scope) -> [Link] {
    let words = Self.words(of: pieces)
    var links: [Link] = []
    for (place, word) in words.enumerated() where word.isCode {
      if let declaration = resolve(word, before: place > 0 ? words[place - 1] : nil, scope) {
        links.append(Link(start: word.start, end: word.end, declaration: declaration))
      }
    }
    return links
  }

  // MARK: Words

  /// An identifier of a line, with what stands around it.
  struct Word {
    var text: String
    var start: Int
    var end: Int
    /// False in a comment or a string, and for a keyword.
    var isCode: Bool
    var isAfterDot: Bool
    /// The dot, if any, follows right after the word before.
    var isOfWordBefore: Bool
    /// `(next:` gives `next`; `(` alone gives an empty label; nil where no call follows.
    var label: String?
    var isLabel: Bool
  }

  private static func words(of pieces: [HighlightedPiece]) -> [Word] {
    let text = Array(pieces.map(\.text).joined().utf8)
    var words: [Word] = []
    var start = 0
    for piece in pieces {
      let end = start + piece.text.utf8.count
      // An identifier that the highlighter cut is whole in one piece; comments and strings hold no code.
      let isQuoted = piece.style == "hl-comment" || piece.style == "hl-string"
      var position = start
      while position < end {
        guard isIdentifier(text[position]) else {
          position += 1
          continue
        }
        let first = position
        while position < end, isIdentifier(text[position]) { position += 1 }
        if isQuoted || isDigit(text[first]) { continue }
        words.append(
          word(text, first, position, isCode: piece.style != "hl-keyword" && piece.style != "hl-attribute"))
      }
      start = end
    }
    return words
  }

  private static func word(_ text: [UInt8], _ start: Int, _ end: Int, isCode: Bool) -> Word {
    let isAfterDot = start > 0 && text[start - 1] == 0x2E
    let beforeDot = isAfterDot && start > 1 ? text[start - 2] : 0
    var label: String?
    if end < text.count, text[end] == 0x28 {
      let name = text[(end + 1)...].prefix(while: isIdentifier)
      let after = end + 1 + name.count
      label = after < text.count && text[after] == 0x3A ? String(decoding: name, as: UTF8.self) : ""
    }
    let isLabel = end < text.count && text[end] == 0x3A && !isAfterDot
    return Word(
      text: String(decoding: text[start..<end], as: UTF8.self), start: start, end: end, isCode: isCode,
      isAfterDot: isAfterDot, isOfWordBefore: isIdentifier(beforeDot) || beforeDot == 0x3F || beforeDot == 0x21,
      label: label, isLabel: isLabel)
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: byte >= 0x80
    }
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  // MARK: What a word means

  private func resolve(_ word: Word, before: Word?, _ scope: Scope) -> Int? {
    if let own = scope.declared[word.text], !word.isAfterDot { return own }
    if word.isLabel { return nil }
    guard word.isAfterDot else {
      if let type = types[word.text] { return type }
      if scope.locals.contains(word.text) { return nil }
      return scope.types.lazy.compactMap { self.member(word, of: $0) }.first ?? one(functions[word.text] ?? [], word)
    }
    guard word.isOfWordBefore, let before else { return distinctive(word) }
    switch before.text {
    case "self", "Self": return scope.types.first.flatMap { member(word, of: $0) }
    case "super": return scope.types.first.flatMap { memberAbove(word, $0) }
    default: break
    }
    guard !before.isAfterDot, let type = receiver(before, scope) else { return distinctive(word) }
    return member(word, of: type)
  }

  /// The type that a name before a dot is known to have.
  private func receiver(_ word: Word, _ scope: Scope) -> String? {
    if let type = types[word.text] { return declarations[type].qualifiedName }
    if let written = scope.parameters[word.text] { return written }
    guard !scope.locals.contains(word.text) else { return nil }
    for type in scope.types {
      guard let property = self.property(word.text, of: type) else { continue }
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

  private func member(_ word: Word, of type: String) -> Int? { member(word, in: ancestries[type] ?? [type]) }

  private func memberAbove(_ word: Word, _ type: String) -> Int? {
    member(word, in: Array((ancestries[type] ?? []).dropFirst()))
  }

  private func member(_ word: Word, in owners: [String]) -> Int? {
    for owner in owners {
      if let found = members[owner]?[word.text] { return one(found, word) }
    }
    return nil
  }

  /// The one declaration that a call with such a first label can mean.
  private func one(_ found: [Int], _ word: Word) -> Int? {
    if found.count == 1 { return found[0] }
    guard let label = word.label else { return nil }
    let fitting = found.filter { place in
      let name = declarations[place].name.dropFirst(declarations[place].baseName.count)
      return label.isEmpty ? name.hasPrefix("(_:") || name == "()" : name.hasPrefix("(\(label):")
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// A member of something whose type is not known: only where the name is the sources' own and means one thing.
  private func distinctive(_ word: Word) -> Int? {
    guard let found = membersByName[word.text], found.count == 1, word.text.contains(where: \.isUppercase) else {
      return nil
    }
    return Self.standardNames.contains(word.text) ? nil : found[0]
  }

  private static let standardNames: Set<String> = [
    "allSatisfy", "allCases", "compactMap", "compactMapValues", "debugDescription", "dropFirst",
    "dropLast", "endIndex", "flatMap", "firstIndex", "forEach", "hasPrefix", "hasSuffix", "hashValue", "isEmpty",
    "lastIndex", "lowerBound", "mapValues", "popFirst", "popLast", "rawValue", "reduceInto", "removeAll",
    "removeFirst", "removeLast", "removeValue", "reserveCapacity", "startIndex", "timeIntervalSince",
    "updateValue", "upperBound", "withLock", "withUnsafeBytes", "withUnsafePointer",
  ]
}

/// A declaration as it is written, on one line and without its body.
enum DeclarationHead {
  static func text(of declaration: Declaration, in file: SourceFile) -> String {
    var head = ""
    var depth = 0
    for number in declaration.lines {
      let line = file.texts[number - 1].trimmingSpaces()
      if !head.isEmpty, !"([".contains(head.last!), line.first != ")" { head += " " }
      for character in line {
        if character == "(" || character == "[" { depth += 1 }
        if character == ")" || character == "]" { depth -= 1 }
        let isEnd = character == "{" || character == "=" && declaration.kind == .property
        if depth == 0, isEnd { return head.trimmingSpaces() }
        head.append(character)
      }
      // A property ends with its line; attributes may have lines of their own.
      if declaration.kind == .property, depth == 0, !line.hasPrefix("@") { break }
    }
    return head.trimmingSpaces()
  }
}

/// What names mean at a line because of what encloses it.
struct Scope {
  /// The enclosing types, innermost first.
  var types: [String] = []
  /// Names of parameters and local variables: whatever else they might name is hidden.
  var locals: Set<String> = []
  /// The types that parameters are written with.
  var parameters: [String: String] = [:]
  /// What the line itself declares: positions in ``SourceIndex/declarations``.
  var declared: [String: Int] = [:]
}

/// The scopes of a file's lines.
struct Scopes {
  private let own: [(place: Int, declaration: Declaration)]
  private let texts: [String]
  private var known: [Int: Scope] = [:]
  private var innermost: [Int?]

  init(own: [(place: Int, declaration: Declaration)], texts: [String]) {
    self.own = own
    self.texts = texts
    innermost = Array(repeating: nil, count: texts.count + 1)
    // Later declarations lie within earlier ones.
    for (place, entry) in own.enumerated() {
      for line in entry.declaration.lines where line < innermost.count { innermost[line] = place }
    }
  }

  mutating func scope(of line: Int) -> Scope {
    guard let place = innermost[line] else { return Scope() }
    var scope = self.scope(ofDeclaration: place)
    // Where a name is being declared, it names that.
    let (index, declaration) = own[place]
    let keyword = declaration.kind.isType ? declaration.kind.rawValue : declaration.kind == .function ? "func" : nil
    // Attributes may stand on lines of their own before it.
    if let keyword, line <= declaration.lines.lowerBound + 3,
      texts[line - 1].contains("\(keyword) \(declaration.baseName)")
    {
      scope.declared[declaration.baseName] = index
    }
    return scope
  }

  private mutating func scope(ofDeclaration place: Int) -> Scope {
    if let scope = known[place] { return scope }
    let declaration = own[place].declaration
    var scope = Scope()
    scope.types = Self.owners(of: declaration)
    if !declaration.kind.isType {
      let text = declaration.lines.map { texts[$0 - 1] }
      scope.locals = Self.locals(in: text)
      scope.parameters = Self.parameters(of: declaration.signature)
      scope.locals.formUnion(scope.parameters.keys)
    }
    known[place] = scope
    return scope
  }

  /// `Outer.Inner` gives both, the inner first.
  private static func owners(of declaration: Declaration) -> [String] {
    var name = declaration.kind.isType ? declaration.qualifiedName : declaration.owner ?? ""
    var owners: [String] = []
    while !name.isEmpty {
      owners.append(name)
      name = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? ""
    }
    return owners
  }

  /// Names that `let`, `var`, `for` and closures introduce.
  private static func locals(in lines: [String]) -> Set<String> {
    var names: Set<String> = []
    for line in lines {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      for (place, word) in words.enumerated() {
        if ["let", "var", "for", "case"].contains(word), place + 1 < words.count { names.insert(words[place + 1]) }
      }
      names.formUnion(closureParameters(in: line))
      names.formUnion(tuple(in: line))
    }
    return names
  }

  /// `{ first, second in`
  private static func closureParameters(in line: String) -> [String] {
    line.ranges(of: "{").flatMap { brace -> [String] in
      guard let end = line[brace.upperBound...].firstRange(of: " in") else { return [] }
      let names = line[brace.upperBound..<end.lowerBound]
      guard !names.contains(where: { "{}()=".contains($0) }) else { return [] }
      return names.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
  }

  /// `let (sink, subscription) = …`
  private static func tuple(in line: String) -> [String] {
    guard let open = line.firstRange(of: "let (") ?? line.firstRange(of: "var (") else { return [] }
    return line[open.upperBound...].prefix { $0 != ")" }.split(separator: ",").map { $0.trimmingSpaces() }
  }

  /// `(_ observer: EventReceiver<Element>, cancel: SinkDisposer)` gives the type of each name.
  private static func parameters(of signature: String) -> [String: String] {
    var parameters: [String: String] = [:]
    guard let open = signature.firstIndex(of: "(") else { return parameters }
    for part in signature[signature.index(after: open)...].split(separator: ",") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      guard let name = part[..<colon].split(whereSeparator: { $0 == " " || $0 == "(" }).last else { continue }
      parameters[String(name)] = typeName(part[part.index(after: colon)...]) ?? ""
    }
    return parameters
  }

  /// The type that a declaration gives a name: `let observer: EventReceiver<Element>`.
  static func type(after name: String, in signature: String) -> String? {
    guard let range = signature.range(of: "\(name): ") else { return nil }
    return typeName(signature[range.upperBound...])
  }

  private static func typeName(_ text: Substring) -> String? {
    var text = text.drop { $0 == " " }
    for word in ["any ", "some ", "inout ", "borrowing ", "consuming ", "@escaping "] where text.hasPrefix(word) {
      text = text.dropFirst(word.count)
    }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}
