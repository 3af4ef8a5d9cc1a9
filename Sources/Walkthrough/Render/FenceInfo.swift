import RxTrace

/// What stands behind the opening of a fenced block: `kind key=value key="quoted value"`.
struct FenceInfo {
  struct Attribute {
    var key: String
    var value: String
    var place: Place
    var valuePlace: Place
  }

  var kind: String
  var place: Place
  var attributes: [Attribute] = []
  /// Words that are no `key=value`.
  var strayWords: [(text: String, place: Place)] = []

  /// Reads the line that opens a fence; `column` is where the fence's own characters begin.
  init(line: String, number: Int) throws(Problem) {
    let fence = line.firstIndex { $0 == "`" || $0 == "~" } ?? line.startIndex
    let info = line[fence...].drop { $0 == "`" || $0 == "~" }
    let column = line.distance(from: line.startIndex, to: info.startIndex) + 1
    var scanner = LineScanner(String(info), at: Place(line: number, column: column))
    scanner.skipSpaces()
    place = scanner.place
    kind = scanner.takeWhile { !$0.isWhitespace }
    while true {
      scanner.skipSpaces()
      guard !scanner.isAtEnd else { break }
      try readWord(&scanner)
    }
  }

  private mutating func readWord(_ scanner: inout LineScanner) throws(Problem) {
    let place = scanner.place
    let key = scanner.takeWhile { $0 != "=" && !$0.isWhitespace }
    guard scanner.take("=") else {
      strayWords.append((key, place))
      return
    }
    let valuePlace = scanner.place
    let value = scanner.next == "\"" ? try scanner.quoted().content : scanner.takeWhile { !$0.isWhitespace }
    attributes.append(Attribute(key: key, value: value, place: place, valuePlace: valuePlace))
  }
}

/// A fenced block that asks for something to be made in its place.
struct Directive {
  enum Kind: String, CaseIterable {
    case source, declaration, trace, chain, assert, hierarchy, graph, lanes, marbles, compare, output, pages

    /// Required keys first.
    var keys: (required: [String], optional: [String]) {
      switch self {
      case .source: ([], ["symbol", "from", "to", "mark", "executed", "pipeline"])
      case .declaration: (["symbol"], ["pipeline"])
      case .trace: (["pipeline"], ["view"])
      case .chain, .assert: (["pipeline"], [])
      case .hierarchy: (["of"], ["show", "pipeline", "caption"])
      case .graph: (["pipeline"], ["at", "step", "caption"])
      case .lanes, .output: (["pipeline"], ["caption"])
      case .marbles: (["pipeline"], ["axis", "caption"])
      case .pages: ([], ["folder", "group"])
      case .compare: (["left", "right"], ["values", "caption"])
      }
    }

    /// Whether it is about the run of one pipeline, which may be started with arguments.
    var runsPipeline: Bool { (keys.required + keys.optional).contains("pipeline") }

    /// Keys that may be given several times.
    var repeatableKeys: Set<String> { self == .source ? ["mark"] : [] }
  }

  var kind: Kind
  var info: FenceInfo
  var body: ClaimBody

  /// The directive that a fence means; nil for a fence that is ordinary code.
  /// - Throws: ``Problem`` for one that is meant as a directive but is none.
  init?(info: FenceInfo, body: @autoclosure () -> ClaimBody) throws(Problem) {
    let names = Kind.allCases.map(\.rawValue)
    if let kind = Kind(rawValue: info.kind) {
      self.kind = kind
      self.info = info
      self.body = body()
      try checkKeys()
      return
    }
    let isMisspelt = names.contains { Nearest.distance($0, info.kind.lowercased()) <= 2 }
    guard !info.attributes.isEmpty || isMisspelt else { return nil }
    throw Problem(info.place, "unknown directive `\(info.kind)`" + Nearest.suggestion(for: info.kind, among: names))
  }

  func attribute(_ key: String) -> FenceInfo.Attribute? { info.attributes.first { $0.key == key } }

  func attributes(_ key: String) -> [FenceInfo.Attribute] { info.attributes.filter { $0.key == key } }

  /// What the pipeline is started with: words that blanks part.
  var arguments: [String] {
    attribute("arguments")?.value.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
  }

  private func checkKeys() throws(Problem) {
    let required = kind.keys.required
    let optional = kind.keys.optional + (kind.runsPipeline ? ["arguments"] : [])
    if let word = info.strayWords.first {
      throw Problem(word.place, "`\(word.text)` is no `key=value`")
    }
    var seen: Set<String> = []
    for attribute in info.attributes {
      guard (required + optional).contains(attribute.key) else {
        throw Problem(
          attribute.place,
          "unknown key `\(attribute.key)` of `\(kind.rawValue)`"
            + Nearest.suggestion(for: attribute.key, among: required + optional))
      }
      guard seen.insert(attribute.key).inserted || kind.repeatableKeys.contains(attribute.key) else {
        throw Problem(attribute.place, "key `\(attribute.key)` is given twice")
      }
    }
    for key in required where !seen.contains(key) {
      throw Problem(info.place, "`\(kind.rawValue)` needs a key `\(key)`")
    }
  }
}
