import RxTrace

/// A fenced block that is a directive: its keys have been checked, their values have not.
struct DirectiveBlock {
  let kind: any Directive.Type
  let info: FenceInfo
  let body: ClaimBody

  /// The directive of a fence; nil for a fence that is ordinary code.
  /// - Throws: ``Problem`` for a misspelt directive, and for keys that the directive does not have or lacks.
  init?(info: FenceInfo, body: ClaimBody) throws(Problem) {
    let attributes = info.attributes.filter { $0.key != UncheckedCode.key }
    let isDeclared = attributes.count < info.attributes.count
    if let kind = Directives.named(info.kind) {
      guard !kind.isCodeWithoutKeys || !attributes.isEmpty else {
        guard !isDeclared, body.lines.first?.text.hasPrefix("$ headwater ") ?? false else { return nil }
        throw Problem(
          info.place, "`\(info.kind)` needs a key `pipeline`, or says why nothing checks it: `unchecked=\"…\"`")
      }
      (self.kind, self.info, self.body) = (kind, info, body)
      try checkKeys()
      return
    }
    let names = Directives.all.map { $0.name }
    // A language is not a misspelt name: `swift` is not `rxswift`, and `math` is not `path`.
    let isLanguage = ["swift", "math"].contains(info.kind)
    let isMisspelt =
      !isLanguage && names.contains { Nearest.distance($0, info.kind.lowercased()) <= ($0.count < 5 ? 1 : 2) }
    guard !attributes.isEmpty || isMisspelt && !isDeclared else { return nil }
    let remedy =
      info.kind == "swift" ? "; `source` shows a file" : Nearest.suggestion(for: info.kind, among: names)
    throw Problem(info.place, "unknown directive `\(info.kind)`" + remedy)
  }

  func attribute(_ key: String) -> FenceInfo.Attribute? { info.attribute(key) }

  func attributes(_ key: String) -> [FenceInfo.Attribute] { info.attributes.filter { $0.key == key } }

  /// The arguments that the pipeline is started with, separated by spaces.
  var arguments: [String] {
    attribute("arguments")?.value.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
  }

  private func checkKeys() throws(Problem) {
    if let word = info.strayWords.first {
      throw Problem(word.place, "`\(word.text)` is not `key=value`; a value with spaces stands in quotes: `key=\"…\"`")
    }
    let keys = kind.keys
    var seen: Set<String> = []
    for attribute in info.attributes {
      guard keys.all.contains(attribute.key) else {
        throw Problem(
          attribute.place,
          "unknown key `\(attribute.key)` of `\(kind.name)`"
            + Nearest.suggestion(for: attribute.key, among: keys.all))
      }
      guard seen.insert(attribute.key).inserted || keys.repeatable.contains(attribute.key) else {
        throw Problem(attribute.place, "key `\(attribute.key)` is given twice")
      }
    }
    if !kind.hasBody, let line = body.lines.first {
      throw Problem(line.place, "`\(kind.name)` takes no lines between its fences; is the one above closed?")
    }
    for key in keys.required where !seen.contains(key) {
      throw Problem(info.place, "`\(kind.name)` needs a key `\(key)`")
    }
  }
}
