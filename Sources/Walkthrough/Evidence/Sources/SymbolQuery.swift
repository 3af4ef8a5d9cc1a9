import RxTrace

/// An author's spelling of a declaration.
///
///     Producer.subscribe(receiver:)           Outer.Inner.deinit
///     Receiver.overloaded(_: Int)             Bag.count.didSet
///     Receiver.read() -> Int                  extension Receiver: Disposable
///     Sequence.sum() where Element == Int     requirement ObserverType.on(_:)
///     lock() #if os(Linux)                    helper() in Rx/Core.swift
struct SymbolQuery {
  private enum Only { case `extension`, requirement }

  private var only: Only?
  private var name: String
  private var result: String?
  private var constraint: String?
  private var branch: String?
  private var file: String?

  init(_ text: String) {
    var rest = text.trimmingSpaces()[...]
    for (word, kind) in [("extension ", Only.extension), ("requirement ", .requirement)] where rest.hasPrefix(word) {
      only = kind
      rest = rest.dropFirst(word.count)
    }
    file = Self.cut(&rest, from: " in ", if: { $0.hasSuffix(".swift") })
    branch = Self.cut(&rest, from: " #", if: { _ in true }).map { "#" + $0 }
    constraint = Self.cut(&rest, from: " where ", if: { _ in true })
    result = Self.cut(&rest, from: " -> ", if: { _ in true })
    if only == .extension, let colon = Self.cut(&rest, from: ":", if: { _ in true }) { result = colon }
    name = rest.trimmingSpaces()
  }

  /// Cuts off the text after the last separator outside of parentheses.
  private static func cut(
    _ text: inout Substring, from separator: String, if isMeant: (String) -> Bool
  ) -> String? {
    var search = text
    while let range = search.range(ofLast: separator) {
      let before = text[..<range.lowerBound]
      let after = text[range.upperBound...].trimmingSpaces()
      let depth = before.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
      if depth == 0 && isMeant(after) {
        text = before
        return after
      }
      search = before
    }
    return nil
  }

  /// Whether the query is a plain name, which may also name a type.
  var isPlain: Bool { only == nil && result == nil && constraint == nil && branch == nil && file == nil }

  var plainName: String { name }

  /// The name without owner and arguments: `subscribe` for `Producer.subscribe(receiver:)`.
  var baseName: String {
    let stem = name[..<(name.firstIndex(of: "(") ?? name.endIndex)]
    return String(stem.split(separator: ".").last ?? stem)
  }

  func matches(_ declaration: Declaration, fileName: String) -> Bool {
    guard matchesName(declaration) else { return false }
    switch only {
    case .extension: guard declaration.kind == .extension else { return false }
    case .requirement: guard declaration.details.isRequirement else { return false }
    case nil: guard declaration.kind != .extension else { return false }
    }
    let details = declaration.details
    return (result.map { Self.isSame($0, details.result) } ?? true)
      && (constraint.map { Self.isSame($0, details.constraint) } ?? true)
      && (branch.map { Self.isSame($0, details.branch) } ?? true)
      && (file.map { fileName == $0 || fileName.hasSuffix("/" + $0) } ?? true)
  }

  private func matchesName(_ declaration: Declaration) -> Bool {
    let owner = declaration.owner.map { $0 + "." } ?? ""
    if declaration.qualifiedName == name { return true }
    if !name.contains("(") { return owner + declaration.baseName == name }
    return !declaration.details.typedName.isEmpty && Self.isSame(name, owner + declaration.details.typedName)
  }

  /// Compares two texts, ignoring spaces.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.filter { !$0.isWhitespace } == other.filter { !$0.isWhitespace }
  }
}

extension Declaration {
  /// The ways to name this declaration, each more specific than the one before.
  func spellings(fileName: String) -> [String] {
    let prefix = kind == .extension ? "extension " : ""
    let owner = owner.map { $0 + "." } ?? ""
    var names = [owner + name]
    if !details.typedName.isEmpty { names.append(owner + details.typedName) }
    let longest = names[names.count - 1]
    var spellings = names.map { prefix + $0 }
    let result = details.result.isEmpty ? "" : kind == .extension ? ": \(details.result)" : " -> \(details.result)"
    let constraint = details.constraint.isEmpty ? "" : " where \(details.constraint)"
    let branch = details.branch.isEmpty ? "" : " \(details.branch)"
    let suffixes = [branch, constraint, result, result + constraint, result + constraint + branch]
    for suffix in suffixes where !suffix.isEmpty { spellings += names.map { prefix + $0 + suffix } }
    if details.isRequirement { spellings.append("requirement " + longest) }
    return spellings + [prefix + longest + result + constraint + branch + " in \(fileName)"]
  }
}

extension Substring {
  fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
