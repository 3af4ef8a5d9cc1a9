/// A class that keeps itself alive, as far as the source shows: what it subscribes captures `self`, and a property of
/// `self` holds the subscription.
struct RetainCycle {
  /// What captures `self`: a closure in the statement, a method or a function within a method that is passed, or a property
  /// that holds a closure.
  enum Captor: Equatable {
    case closure
    case method(String)
    case function(String)
    case property(String)
  }

  /// The class, and its property that holds the subscription: a `DisposeBag`, or a disposable.
  var type: String
  var bag: String
  var isBag: Bool
  /// The line of the bag; nil if another file declares it.
  var bagLine: Int?
  var captor: Captor
  /// The first line that captures `self`.
  var captureLine: Int
}

extension SourceStatements {
  /// - Parameters:
  ///   - line: the line of the call that subscribes, from 1.
  ///   - others: the other files of the program, for a class that the file extends or inherits from.
  func cycle(at line: Int, others: () -> [SourceStatements] = { [] }) -> RetainCycle? {
    guard lines.indices.contains(line - 1) else { return nil }
    let range = statement(around: line - 1)
    guard let type = enclosingType(of: line - 1) else { return nil }
    guard let (captor, captureLine) = capture(in: range, of: type) else { return nil }
    for holder in holders(of: range) where !isLocal(holder.name, before: range.lowerBound, type) {
      guard let owner = owner(of: holder, type, others) else { continue }
      if !holder.isBag, ([self] + others()).contains(where: { $0.disposes(holder) }) { return nil }
      return RetainCycle(
        type: type.name, bag: holder.name, isBag: holder.isBag, bagLine: owner.line.map { $0 + 1 }, captor: captor,
        captureLine: captureLine + 1)
    }
    return nil
  }

  // MARK: What holds a subscription

  /// A name into which a statement puts a subscription.
  private struct Holder {
    var name: String
    /// Whether it is to be a `DisposeBag`.
    var isBag: Bool
  }

  /// The names into which a statement may put its subscription: a bag, also by way of another function, or a property that it
  /// sets.
  private func holders(of statement: ClosedRange<Int>) -> [Holder] {
    if let bag = bag(in: statement) { return [Holder(name: bag, isBag: true)] }
    let set = /^(?:_\s*=\s*)?(?:self\.)?(\w+)[?!]?(?:\s*=(?!=)|\.disposable\s*=|\.setDisposable\(|\.insert\()/
    let text = trimmed(opening(of: statement) ?? statement.lowerBound)
    let name = text.firstMatch(of: set).map { String($0.1) }
    let bags = (text.contains(".insert(") ? [name].compactMap(\.self) : []) + arguments(in: statement).map(\.name)
    return bags.map { Holder(name: $0, isBag: true) } + [name].compactMap(\.self).map { Holder(name: $0, isBag: false) }
  }

  /// The line of the call whose argument a statement is, as `bag.insert(`.
  private func opening(of statement: ClosedRange<Int>) -> Int? {
    var depth = 0
    for line in stride(from: statement.lowerBound - 1, through: max(0, statement.lowerBound - 50), by: -1) {
      depth += balance(of: lines[line])
      if depth > 0 { return lines[line].contains(".insert(") ? line : nil }
    }
    return nil
  }

  /// The bag of `self`, or of the function, into which a statement puts a subscription.
  func bag(in statement: ClosedRange<Int>) -> String? {
    let text = statement.map { String(lines[$0]) }.joined(separator: "\n")
    return text.firstMatch(of: /\.disposed\(by:\s*(?:self\.)?((?:rx\.)?\w+)\)/).map { String($0.1) }
  }

  // MARK: Types

  /// A type or an extension, with the line of its head.
  struct Head {
    var name: String
    var line: Int
    var isClass: Bool
    var superclass: String?
  }

  /// The innermost type or extension whose body holds a line.
  func enclosingType(of line: Int) -> Head? {
    var depth = 0
    for index in stride(from: line - 1, through: max(0, line - Self.longestClass), by: -1) {
      depth += balance(of: lines[index])
      guard depth > 0 else { continue }
      depth = 0
      if let head = head(index) { return head }
    }
    return nil
  }

  private func head(_ line: Int) -> Head? {
    let pattern = /\b(class|struct|enum|actor|protocol|extension)\s+(?!(?:func|var|let)\b)([\w.]+)(.*)/
    guard let match = lines[line].firstMatch(of: pattern) else { return nil }
    let superclass = match.3.prefixMatch(of: /(?:<[^>]*>)?\s*:\s*(\w+)/)?.1
    return Head(
      name: String(match.2), line: line, isClass: match.1 == "class", superclass: superclass.map { String($0) })
  }

  /// The classes and extensions of a name in the file.
  func heads(of name: String) -> [Head] {
    lines.indices.compactMap { line in
      lines[line].contains(name) ? head(line).flatMap { $0.name == name ? $0 : nil } : nil
    }
  }

  /// The lines of a type's own declarations: those at the first level of its body.
  func members(of type: Head) -> [Int] {
    var (depth, members): (Int, [Int]) = (0, [])
    for index in type.line..<min(lines.count, type.line + Self.longestClass) {
      if depth == 1 { members.append(index) }
      depth += balance(of: lines[index])
      if index > type.line, depth <= 0 { break }
    }
    return members
  }

  // MARK: The owner

  private struct Owner {
    /// The line that declares the bag, if it is in this file.
    var line: Int?
  }

  /// The class to which a bag belongs: a type, or one that it inherits from.
  private func owner(of holder: Holder, _ type: Head, _ others: () -> [SourceStatements]) -> Owner? {
    let bag = holder.name
    var files: [SourceStatements]?
    var name: String? = type.name
    for _ in 0..<8 {
      guard let current = name else { return nil }
      let own = heads(of: current)
      if let declared = own.lazy.compactMap({ self.line(of: holder, in: $0) }).first {
        return isClass(current, own, files, others) ? Owner(line: declared) : nil
      }
      if bag == "rx.disposeBag" { return isClass(current, own, files, others) ? Owner() : nil }
      if files == nil { files = others() }
      let away = files!.flatMap { file in file.heads(of: current).map { (file, $0) } }
      if away.contains(where: { $0.0.line(of: holder, in: $0.1) != nil }) { return Owner() }
      name = (own + away.map(\.1)).first(where: \.isClass)?.superclass
    }
    return nil
  }

  private func isClass(
    _ name: String, _ own: [Head], _ known: [SourceStatements]?, _ others: () -> [SourceStatements]
  ) -> Bool {
    own.contains(where: \.isClass) || (known ?? others()).contains { $0.heads(of: name).contains(where: \.isClass) }
  }

  private func line(of holder: Holder, in type: Head) -> Int? {
    line(of: holder.name, holder.isBag ? "DisposeBag" : "Disposable", in: type)
  }

  /// Whether a line disposes what a property holds, other than in `deinit`: then the owner need not be freed for that.
  private func disposes(_ holder: Holder) -> Bool {
    var isInDeinit = false
    return lines.contains { text in
      if text.contains(/\b(func|init|deinit)\b/) { isInDeinit = text.contains(/\bdeinit\b/) }
      guard !isInDeinit, text.contains(holder.name) else { return false }
      return text.matches(of: /(\w+)[?!]?\.(?:dispose\(\)|disposable\s*=\s*(?:Disposables|nil)\b)/)
        .contains { $0.1 == holder.name }
    }
  }

  /// The line that declares a property of a type with a `DisposeBag`.
  func line(of bag: String, _ kind: String = "DisposeBag", in type: Head) -> Int? {
    members(of: type).first { line in
      lines[line].contains(kind)
        && lines[line].firstMatch(of: /\b(?:let|var)\s+(\w+)/).map { $0.1 == bag } ?? false
    }
  }

  // MARK: What captures self

  private func capture(in range: ClosedRange<Int>, of type: Head) -> (RetainCycle.Captor, line: Int)? {
    if let line = capturingLine(in: range) { return (.closure, line) }
    let own = heads(of: type.name)
    let members = own.flatMap { self.members(of: $0) }
    for argument in arguments(in: range) {
      if let line = capturingLine(inFunction: argument.name, before: range.lowerBound, members) {
        return (.function(argument.name), line)
      }
      if isLocal(argument.name, before: range.lowerBound, type) { continue }
      if members.contains(where: { declaresMethod(argument.name, $0) }) {
        return (.method(argument.name), argument.line)
      }
      if let line = closureLine(ofProperty: argument.name, members, own) { return (.property(argument.name), line) }
    }
    return nil
  }

  /// The first line that names `self` within a closure, unless the closure or one around it captures `self` weakly.
  private func capturingLine(in range: ClosedRange<Int>) -> Int? {
    var scan = ClosureScan()
    for line in range {
      if scan.capturesSelf(lines[line]) { return line }
    }
    return nil
  }

  /// The names that are passed in a statement, outside of its closures: `onNext: render`, `map(self.title)`.
  private func arguments(in range: ClosedRange<Int>) -> [(name: String, line: Int)] {
    var (depth, found): (Int, [(String, Int)]) = (0, [])
    for line in range {
      let text = String(
        lines[line].filter { character in
          if character == "}" { depth -= 1 }
          defer { if character == "{" { depth += 1 } }
          return depth <= 0
        })
      for match in text.matches(of: /(?:\(|,\s*|:\s*)(?:self\.)?([a-z_]\w*)\s*(?=[,)])/) {
        found.append((String(match.1), line))
      }
    }
    return found
  }

  private func declaresMethod(_ name: String, _ line: Int) -> Bool {
    let text = lines[line]
    return text.firstMatch(of: /\bfunc\s+(\w+)\s*[(<]/).map { $0.1 == name } ?? false
      && !text.contains(/\b(static|class)\s+func\b/)
  }

  /// Whether a name is that of a parameter or a variable of the function around a line.
  private func isLocal(_ name: String, before line: Int, _ type: Head) -> Bool {
    var index = line
    while index > type.line {
      let text = lines[index]
      if text.matches(of: /\b(?:let|var)\s+(\w+)/).contains(where: { $0.1 == name }), index < line { return true }
      if text.contains(/\b(func\s+\w+|init)\s*[(<]/) {
        return text.matches(of: /\b(\w+)\s*:/).contains { $0.1 == name }
      }
      index -= 1
    }
    return false
  }

  /// In a function nested in the one around a line, the first line that names `self`, or sets or calls a member of it.
  private func capturingLine(inFunction name: String, before line: Int, _ members: [Int]) -> Int? {
    var first = line - 1
    while first >= 0, !members.contains(first), !declaresMethod(name, first) { first -= 1 }
    guard first >= 0, !members.contains(first) else { return nil }
    let names = Set(members.compactMap { lines[$0].firstMatch(of: /\b(?:let|var|func)\s+(\w+)/)?.1 })
      .subtracting(locals(of: first, before: line, members))
    var depth = 0
    for index in first..<line {
      let body = index == first ? lines[index].drop { $0 != "{" } : lines[index]
      let used = body.matches(of: /(?:^|[^.\w])(\w+)\s*(?:=[^=]|[-+*\/]=|\()/)
      if body.contains(/\bself\b/) || used.contains(where: { names.contains($0.1) }) { return index }
      depth += balance(of: lines[index])
      if depth <= 0 { return nil }
    }
    return nil
  }

  /// The names that a function and the one around it declare for themselves.
  private func locals(of function: Int, before line: Int, _ members: [Int]) -> Set<Substring> {
    let first = members.last { $0 <= function } ?? function
    return Set(
      lines[first..<line].flatMap { text -> [Substring] in
        text.matches(of: /\b(?:let|var|func)\s+(\w+)/).map(\.1) + text.matches(of: /(\w+)\s*:/).map(\.1)
      }.filter { $0 != "self" })
  }

  /// The line in which a closure that captures `self` is put into a property.
  private func closureLine(ofProperty name: String, _ members: [Int], _ types: [Head]) -> Int? {
    guard members.contains(where: { declaresProperty(name, $0) }) else { return nil }
    for type in types {
      let end = members.filter { $0 > type.line }.max() ?? type.line
      for line in type.line...end where lines[line].contains(name) {
        let assigned = lines[line].firstMatch(of: /(?:^|[\s.])(\w+)(?:\s*:[^=]*)?\s*=\s*\{/)
        guard assigned?.1 == Substring(name), let capture = capturingLine(inClosureFrom: line) else { continue }
        return capture
      }
    }
    return nil
  }

  private func declaresProperty(_ name: String, _ line: Int) -> Bool {
    lines[line].firstMatch(of: /\b(?:let|var)\s+(\w+)/).map { $0.1 == name } ?? false
  }

  private func capturingLine(inClosureFrom first: Int) -> Int? {
    var (scan, depth) = (ClosureScan(), 0)
    for line in first..<min(lines.count, first + 200) {
      if scan.capturesSelf(lines[line]) { return line }
      depth += lines[line].reduce(0) { $0 + ($1 == "{" ? 1 : $1 == "}" ? -1 : 0) }
      if depth <= 0 { return nil }
    }
    return nil
  }
}

/// Follows closures through the lines of a statement.
private struct ClosureScan {
  /// For each open brace, whether the closure captures `self` weakly.
  private var isWeak: [Bool] = []
  /// Whether the last thing but space was a brace, so that a capture list may follow.
  private var isAtStart = false

  /// Whether a line names `self` within a closure that keeps it.
  mutating func capturesSelf(_ line: Substring) -> Bool {
    var index = line.startIndex
    while index < line.endIndex {
      let character = line[index]
      if isAtStart, character == "[", let end = line[index...].firstIndex(of: "]") {
        isAtStart = false
        let list = line[index...end]
        if list.contains(/\b(weak|unowned)\b[^,]*\bself\b/) { isWeak[isWeak.count - 1] = true }
        if list.contains(/\bself\b/), isKept { return true }
        index = line.index(after: end)
        continue
      }
      if !character.isWhitespace { isAtStart = character == "{" }
      if character == "{" { isWeak.append(false) }
      if character == "}", !isWeak.isEmpty { isWeak.removeLast() }
      if character.isLetter || character == "_" {
        let word = line[index...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        index = word.endIndex
        if word == "self", isKept, index == line.endIndex || line[index] != "?" { return true }
        continue
      }
      index = line.index(after: index)
    }
    return false
  }

  private var isKept: Bool { !isWeak.isEmpty && !isWeak.contains(true) }
}
