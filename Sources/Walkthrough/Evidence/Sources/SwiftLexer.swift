/// Tells the words of Swift source apart, for colouring.
///
/// Written for listings, of which a site has megabytes: it looks at each byte about once, and at no more than the words
/// beside one. It leaves uncoloured whatever needs a parser, such as whether `open` is a name if nothing follows.
/// Any text has an outcome, whether it is Swift or not.
struct SwiftLexer {
  enum Style: UInt8 {
    case plain, keyword, type, string, number, comment, attribute

    /// The style class; nil for ordinary text.
    var name: String? {
      switch self {
      case .plain: nil
      case .keyword: "hl-keyword"
      case .type: "hl-type"
      case .string: "hl-string"
      case .number: "hl-number"
      case .comment: "hl-comment"
      case .attribute: "hl-attribute"
      }
    }
  }

  private let text: UnsafeBufferPointer<UInt8>
  private let emit: (Range<Int>, Style) -> Void
  private var position = 0
  /// The first byte that has not been emitted yet: ordinary text begins there.
  private var pending = 0
  /// The last byte that was no space, before the current position.
  private var before: UInt8 = 0

  /// Texts within texts, as in `"\("\(a)")"`, deeper than anyone writes.
  private static let deepest = 16

  /// Cuts a text into stretches of one style each, in order, without gaps.
  static func read(_ text: UnsafeBufferPointer<UInt8>, emit: (Range<Int>, Style) -> Void) {
    withoutActuallyEscaping(emit) { emit in
      var lexer = SwiftLexer(text: text, emit: emit)
      lexer.readCode(depth: 0)
      lexer.flush(to: text.count)
    }
  }

  private init(text: UnsafeBufferPointer<UInt8>, emit: @escaping (Range<Int>, Style) -> Void) {
    self.text = text
    self.emit = emit
  }

  // MARK: Handing over

  private mutating func flush(to end: Int) {
    if pending < end { emit(pending..<end, .plain) }
    pending = end
  }

  private mutating func hand(_ range: Range<Int>, _ style: Style) {
    flush(to: range.lowerBound)
    if !range.isEmpty { emit(range, style) }
    pending = range.upperBound
  }

  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  // MARK: Code

  /// Reads to the end, or, within a text, to the parenthesis that ends the code there.
  private mutating func readCode(depth: Int) {
    var open = 0
    while position < text.count {
      let byte = text[position]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        position &+= 1
        continue
      case UInt8(ascii: "/") where self.byte(position + 1) == UInt8(ascii: "/"): lineComment()
      case UInt8(ascii: "/") where self.byte(position + 1) == UInt8(ascii: "*"): blockComment()
      case UInt8(ascii: "\""): string(hashes: 0, depth: depth)
      case UInt8(ascii: "#"): hash(depth: depth)
      case UInt8(ascii: "@"): attribute()
      case UInt8(ascii: "`"): quotedName()
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case UInt8(ascii: "("):
        open += 1
        position &+= 1
      case UInt8(ascii: ")"):
        if depth > 0 && open == 0 { return }
        open -= 1
        position &+= 1
      default:
        if Self.isNameStart(byte) { name() } else { position &+= 1 }
      }
      before = byte
    }
  }

  private mutating func lineComment() {
    let start = position
    while position < text.count, text[position] != 0x0A { position &+= 1 }
    hand(start..<position, .comment)
  }

  private mutating func blockComment() {
    let start = position
    var open = 0
    repeat {
      if byte(position) == UInt8(ascii: "/") && byte(position + 1) == UInt8(ascii: "*") {
        open += 1
        position += 2
      } else if byte(position) == UInt8(ascii: "*") && byte(position + 1) == UInt8(ascii: "/") {
        open -= 1
        position += 2
      } else {
        position &+= 1
      }
    } while open > 0 && position < text.count
    position = min(position, text.count)
    hand(start..<position, .comment)
  }

  private mutating func attribute() {
    let start = position
    position &+= 1
    skipName()
    hand(start..<position, position > start + 1 ? .attribute : .plain)
  }

  private mutating func quotedName() {
    position &+= 1
    while position < text.count, text[position] != UInt8(ascii: "`"), text[position] != 0x0A { position &+= 1 }
    if byte(position) == UInt8(ascii: "`") { position &+= 1 }
  }

  private mutating func number() {
    let start = position
    while position < text.count {
      let byte = text[position]
      let isPart =
        Self.isNameByte(byte)
        || byte == UInt8(ascii: ".") && Self.isDigit(self.byte(position + 1))
        || (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && isExponent(position - 1, from: start)
      guard isPart else { break }
      position &+= 1
    }
    hand(start..<position, .number)
  }

  /// Whether this is the `e` of `1e-3`, which in a number such as `0xe-3` it is not.
  private func isExponent(_ index: Int, from start: Int) -> Bool {
    let isHex = byte(start + 1) == UInt8(ascii: "x")
    return text[index] | 0x20 == UInt8(ascii: isHex ? "p" : "e") && Self.isDigit(byte(index + 2))
  }

  /// `#if`, `#selector`, or a text such as `#"…"#`.
  private mutating func hash(depth: Int) {
    let start = position
    while byte(position) == UInt8(ascii: "#") { position &+= 1 }
    if byte(position) == UInt8(ascii: "\"") {
      let hashes = position - start
      position = start
      return string(hashes: hashes, depth: depth)
    }
    skipName()
    hand(start..<position, .attribute)
  }

  // MARK: Texts

  private mutating func string(hashes: Int, depth: Int) {
    var start = position
    position += hashes
    let isLong = byte(position + 1) == UInt8(ascii: "\"") && byte(position + 2) == UInt8(ascii: "\"")
    position += isLong ? 3 : 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\"") where isEnd(hashes, isLong):
        position += (isLong ? 3 : 1) + hashes
        return hand(start..<position, .string)
      case UInt8(ascii: "\\") where areHashes(position + 1, hashes):
        position += 1 + hashes
        guard byte(position) == UInt8(ascii: "("), depth < Self.deepest else {
          position += 1
          continue
        }
        position += 1
        hand(start..<position, .string)
        before = 0
        readCode(depth: depth + 1)
        start = position
      case 0x0A where !isLong:
        // A text that nothing ends goes no further than its line.
        return hand(start..<position, .string)
      default: position &+= 1
      }
    }
    position = text.count
    hand(min(start, position)..<position, .string)
  }

  private func isEnd(_ hashes: Int, _ isLong: Bool) -> Bool {
    if isLong {
      guard byte(position + 1) == UInt8(ascii: "\""), byte(position + 2) == UInt8(ascii: "\"") else { return false }
      return areHashes(position + 3, hashes)
    }
    return areHashes(position + 1, hashes)
  }

  private func areHashes(_ index: Int, _ count: Int) -> Bool {
    for offset in 0..<count where byte(index + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  // MARK: Names

  private mutating func skipName() {
    while position < text.count, Self.isNameByte(text[position]) { position &+= 1 }
  }

  private mutating func name() {
    let start = position
    var isLowercase = true
    while position < text.count, Self.isNameByte(text[position]) {
      isLowercase = isLowercase && text[position] >= UInt8(ascii: "a") && text[position] <= UInt8(ascii: "z")
      position &+= 1
    }
    let first = text[start]
    if first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z") {
      let isWord = position - start == 4 && text[start + 1] == UInt8(ascii: "e") && isSelf(start)
      hand(start..<position, isWord ? .keyword : .type)
    } else if isLowercase, isKeyword(start..<position) {
      hand(start..<position, .keyword)
    }
  }

  private func isSelf(_ start: Int) -> Bool {
    text[start] == UInt8(ascii: "S") && text[start + 2] == UInt8(ascii: "l") && text[start + 3] == UInt8(ascii: "f")
  }

  private func isKeyword(_ range: Range<Int>) -> Bool {
    guard range.count >= 2, range.count <= 16, let kind = Self.keywords[packed(range)] else { return false }
    // A member may be called anything, and so may an argument.
    let isMember = before == UInt8(ascii: ".")
    if isMember { return kind == .expression }
    switch kind {
    case .expression: return true
    case .statement: return !isLabel(range.upperBound)
    case .modifier: return opensSomething(after: range.upperBound)
    }
  }

  private func isLabel(_ end: Int) -> Bool {
    before == UInt8(ascii: "(") || before == UInt8(ascii: ",") || before == UInt8(ascii: "[")
  }

  /// Whether a word is followed by one that it can belong to: `open class`, `get {`, `async ->`, `private(set)`.
  private func opensSomething(after end: Int) -> Bool {
    var index = end
    if byte(index) == UInt8(ascii: "(") { return areSetParentheses(index) }
    while byte(index) == 0x20 || byte(index) == 0x0A { index &+= 1 }
    let next = byte(index)
    return Self.isNameStart(next) || next == UInt8(ascii: "{") || next == UInt8(ascii: "@")
      || next == UInt8(ascii: "-") && byte(index + 1) == UInt8(ascii: ">") || next == UInt8(ascii: "}")
      || next == UInt8(ascii: "[") || next == UInt8(ascii: "(") && index > end
  }

  private func areSetParentheses(_ index: Int) -> Bool {
    [UInt8]("(set)".utf8).elementsEqual(text[index..<min(index + 5, text.count)])
  }

  private func packed(_ range: Range<Int>) -> UInt128 {
    var value: UInt128 = 0
    for index in range { value = value << 8 | UInt128(text[index]) }
    return value
  }

  // MARK: Tables

  private enum Word { case expression, statement, modifier }

  private static let keywords: [UInt128: Word] = {
    var table: [UInt128: Word] = [:]
    func add(_ words: String, _ kind: Word) {
      for word in words.split(separator: " ") { table[word.utf8.reduce(0) { $0 << 8 | UInt128($1) }] = kind }
    }
    add("self super init nil true false", .expression)
    add("let var try inout rethrows throws", .statement)
    add("as is in for while repeat if else guard switch case default where return break continue", .statement)
    add("fallthrough throw do catch defer import func class struct enum protocol extension", .statement)
    add("typealias associatedtype subscript deinit operator precedencegroup static", .statement)
    add("public internal private fileprivate open package final override required convenience", .modifier)
    add("mutating nonmutating lazy weak unowned dynamic optional indirect prefix postfix infix", .modifier)
    add("some any each repeat async await actor macro consuming borrowing sending isolated", .modifier)
    add("nonisolated distributed get set willset didset consume copy", .modifier)
    return table
  }()

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  @inline(__always)
  private static func isNameStart(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  @inline(__always)
  private static func isNameByte(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }
}
