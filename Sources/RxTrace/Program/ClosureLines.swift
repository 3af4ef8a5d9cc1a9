import TraceFormat

/// Finds the line where a closure is written that a call of the program passes.
///
///     numbers.subscribe(
///       onNext: { print($0) },   // this line for `onNext`, although the call is made in the line above
///       onCompleted: { … })
///
/// A recording knows the line of the call. The closure may begin further down, and the source tells where.
struct ClosureLines {
  private let text: [UInt8]
  /// The offset of each line.
  private let starts: [Int]

  /// A closure among the arguments of a call.
  struct Argument: Equatable {
    /// Nil if the source gives no label, as for the first trailing closure.
    var label: String?
    /// From 1.
    var line: Int
  }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    self.text = bytes
  }

  /// - Parameters:
  ///   - event: the event that the closure takes; nil if it takes none.
  ///   - function: the name by which the program calls the function, without labels.
  ///   - call: the line of the call, from 1.
  /// - Returns: the closure's line, from 1; nil if the source does not say which closure it is.
  func line(of event: EventKind?, calling function: String, at call: Int) -> Int? {
    let found = calls(of: function, at: call).compactMap { arguments(from: $0) }.filter { !$0.isEmpty }
    // Two calls of one function in a line cannot be told apart.
    guard found.count == 1, let arguments = found.first else { return nil }
    if arguments.count == 1 { return arguments[0].line }
    let labels = event.map(Self.labels) ?? []
    let named = arguments.filter { $0.label.map(labels.contains) ?? (event == .next) }
    return named.count == 1 ? named[0].line : nil
  }

  /// The labels of parameters that take a closure for an event.
  private static func labels(of event: EventKind) -> Set<String> {
    switch event {
    case .next: ["onNext", "onSuccess", "afterNext", "afterSuccess"]
    case .error: ["onError", "onFailure", "afterError"]
    case .completed: ["onCompleted", "afterCompleted"]
    }
  }

  /// The offsets behind the function's name in the line.
  private func calls(of function: String, at line: Int) -> [Int] {
    guard starts.indices.contains(line - 1) else { return [] }
    let end = line < starts.count ? starts[line] : text.count
    var scanner = SourceScanner(text, at: starts[line - 1])
    var found: [Int] = []
    while scanner.offset < end, let token = scanner.next() {
      if token == .word(function) { found.append(scanner.offset) }
    }
    return found
  }

  /// The closures that are passed by the call whose name ends at an offset; nil if nothing is called there.
  private func arguments(from offset: Int) -> [Argument]? {
    var scanner = SourceScanner(text, at: offset)
    scanner.skipGenericArguments()
    var arguments: [Argument] = []
    var next = scanner.next()
    guard next == .open("(") || next == .open("{") else { return nil }
    if next == .open("(") {
      arguments += parenthesized(&scanner)
      next = scanner.next()
    }
    var label: String?
    while next == .open("{") {
      arguments.append(Argument(label: label, line: line(at: scanner.offset - 1)))
      scanner.skipToClose()
      guard case .word(let word) = scanner.next(), scanner.next() == .other(":") else { break }
      label = word
      next = scanner.next()
    }
    return arguments
  }

  /// The closures between the parentheses of a call; those within other arguments are not its own.
  private func parenthesized(_ scanner: inout SourceScanner) -> [Argument] {
    var arguments: [Argument] = []
    var label: String?
    var isAtStart = true
    while let token = scanner.next(), token != .close {
      switch token {
      case .word(let word) where isAtStart && label == nil: label = word
      case .other(":") where isAtStart && label != nil: break
      case .other(","): (label, isAtStart) = (nil, true)
      case .open(let bracket):
        if bracket == "{", isAtStart { arguments.append(Argument(label: label, line: line(at: scanner.offset - 1))) }
        scanner.skipToClose()
        isAtStart = false
      default: isAtStart = false
      }
    }
    return arguments
  }

  private func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}

/// Reads Swift source as words and brackets, and passes over comments and the contents of string literals.
private struct SourceScanner {
  enum Token: Equatable {
    case word(String)
    case open(Character)
    case close
    case other(Character)
  }

  private let text: [UInt8]
  private(set) var offset: Int
  /// The literals around ``offset``, one in the code of another.
  private var literals = 0

  init(_ text: [UInt8], at offset: Int) {
    (self.text, self.offset) = (text, offset)
  }

  /// - Returns: the next token; nil at the end of the text.
  mutating func next() -> Token? {
    skipSpace()
    guard offset < text.count else { return nil }
    let byte = text[offset]
    if Self.isWord(byte) { return word() }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), let hashes = literalStart() {
      skipLiteral(hashes)
      return .other("\"")
    }
    offset += 1
    let character = Character(Unicode.Scalar(byte))
    if "([{".contains(character) { return .open(character) }
    return ")]}".contains(character) ? .close : .other(character)
  }

  /// Goes on behind the bracket that closes the one read last.
  mutating func skipToClose() {
    var depth = 1
    while depth > 0, let token = next() {
      if case .open = token { depth += 1 }
      if token == .close { depth -= 1 }
    }
  }

  /// `<Int>` of `create<Int>`; nothing if the text goes on otherwise.
  mutating func skipGenericArguments() {
    guard offset < text.count, text[offset] == UInt8(ascii: "<") else { return }
    var depth = 0
    while let token = next() {
      if token == .other("<") { depth += 1 }
      if token == .other(">") { depth -= 1 }
      if depth == 0 { return }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private mutating func word() -> Token {
    let start = offset
    while offset < text.count, Self.isWord(text[offset]) { offset += 1 }
    return .word(String(decoding: text[start..<offset], as: UTF8.self))
  }

  private func starts(with word: StaticString) -> Bool {
    text[offset...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private mutating func skipSpace() {
    while offset < text.count {
      if starts(with: "//") {
        offset = text[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      } else if starts(with: "/*") {
        skipComment()
      } else if text[offset] <= UInt8(ascii: " ") {
        offset += 1
      } else {
        return
      }
    }
  }

  /// Comments may be nested.
  private mutating func skipComment() {
    var depth = 0
    while offset < text.count {
      let change = starts(with: "/*") ? 1 : starts(with: "*/") ? -1 : 0
      offset += change == 0 ? 1 : 2
      depth += change
      if depth == 0 { return }
    }
  }

  /// The number of `#` before the quotation mark of a literal that begins here; nil if none begins.
  private func literalStart() -> Int? {
    let hashes = text[offset...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = offset + hashes
    return quote < text.count && text[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  /// Nobody writes a hundred literals in one another, but the author of a recording could, and the stack has an end.
  private mutating func skipLiteral(_ hashes: Int) {
    literals += 1
    defer { literals -= 1 }
    guard literals < 100 else {
      offset = text.count
      return
    }
    offset += hashes
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    offset += quotes
    let hashSigns = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + hashSigns
    let escape = [UInt8(ascii: "\\")] + hashSigns
    while offset < text.count {
      let rest = text[offset...]
      if rest.starts(with: end) {
        offset += end.count
        return
      }
      if rest.starts(with: escape) { skipEscape(escape.count) } else { offset += 1 }
    }
  }

  /// `\n`, or the code in `\(…)`.
  private mutating func skipEscape(_ length: Int) {
    offset += length + 1
    guard offset <= text.count, text[offset - 1] == UInt8(ascii: "(") else { return }
    skipToClose()
  }
}
