import TraceFormat

/// Finds the name of each object of a run.
struct NameBuilder {
  private let trace: Trace
  private let calls: [SourceCall?]
  private let sources: SourceTexts
  /// The lines of the files that were read, by their paths.
  private var files: [String: [Substring]] = [:]
  private var closures: [String: ClosureLines] = [:]
  /// The variables that hold sources and subjects, by their call stacks; an empty name if there is none.
  private var variables: [Int: String] = [:]
  private var chainVariables: [Int: String?] = [:]
  private let facts: NamingFacts
  /// The stacks of objects that give their events to another object of the same line.
  private var stacksWithinLine: Set<Int> = []

  init(_ run: LocatedTrace, _ calls: [SourceCall?], _ facts: NamingFacts) {
    trace = run.trace
    self.calls = calls
    self.facts = facts
    sources = run.programTexts
    for object in trace.objects {
      guard let line = object.callStack.flatMap({ calls[$0]?.line }) else { continue }
      for link in object.links {
        guard let stack = trace.objects[link.target].callStack, calls[stack]?.line == line else { continue }
        stacksWithinLine.insert(stack)
      }
    }
  }

  /// The position in ``Trace/callStacks`` of the call that made an object.
  func site(of object: TracedObject) -> Int? { object.callStack ?? facts.subscriptions[object.id] }

  mutating func isVariable(_ object: TracedObject) -> Bool { variable(of: object) != nil }

  mutating func label(of object: TracedObject) -> String {
    if let variable = variable(of: object) { return variable }
    return Self.label(of: object, site(of: object).flatMap { calls[$0] })
  }

  /// The name of an object that no variable holds.
  /// - Parameter call: The call that made it.
  static func label(of object: TracedObject, _ call: SourceCall?) -> String {
    switch object.role {
    case .observable, .subject: call?.callee?.calledName ?? object.typeName
    case .observer: call?.callee?.calledName ?? "subscribe"
    case .sink: object.typeName.removingSuffix("Sink")
    case .scheduler, .disposable, .other: object.name
    }
  }

  /// The variable that the program keeps a source in; nil for an operator, which has the name of its function.
  private mutating func variable(of object: TracedObject) -> String? {
    guard object.role == .subject || object.role == .observable, let stack = object.callStack, let call = calls[stack]
    else { return nil }
    if let known = variables[stack] { return known.isEmpty ? nil : known }
    let name = isNamedByVariable(object, call) ? declaredName(call, stack) : nil
    variables[stack] = name ?? ""
    return name
  }

  /// Whether the line's variable can hold the object: a call in the line makes it, and the object has no source.
  private mutating func isNamedByVariable(_ object: TracedObject, _ call: SourceCall) -> Bool {
    if call.callee?.baseName == "init" { return true }
    let isSource = !object.links.contains { [.observable, .subject].contains(trace.objects[$0.target].role) }
    // An operator such as `replay` makes a subject of its own; only `create` makes one for the program.
    guard isSource, let name = call.callee?.baseName, object.role == .observable || name == "create" else {
      return false
    }
    let lines = lines(of: call.line.file)
    guard lines.indices.contains(call.line.line - 1) else { return false }
    let line = lines[call.line.line - 1]
    // A line that subscribes assigns a disposable, not the object.
    guard !Self.subscribing.contains(where: line.contains) else { return false }
    return ["(", " {", "{"].contains { line.contains(".\(name)\($0)") }
  }

  private static let subscribing = [".subscribe", ".bind(", ".drive(", ".emit(", ".connect("]

  private mutating func declaredName(_ call: SourceCall, _ stack: Int) -> String? {
    let lines = lines(of: call.line.file)
    guard !stacksWithinLine.contains(stack), lines.indices.contains(call.line.line - 1) else { return nil }
    // The variable holds the result of the whole chain, and the chain may continue in the next lines.
    let next = lines[call.line.line...].prefix(Self.longestChain).first { !$0.allSatisfy(\.isWhitespace) }
    if next?.drop(while: \.isWhitespace).first == "." { return nil }
    return DeclaredVariable.name(in: lines[call.line.line - 1])
  }

  /// The variable that holds the result of a chain of operators; only the chain's last operator has one.
  mutating func chainVariable(of object: TracedObject) -> String? {
    guard object.role == .observable, let stack = object.callStack, let call = calls[stack],
      !stacksWithinLine.contains(stack)
    else { return nil }
    if let known = chainVariables[stack] { return known }
    let name = chainVariable(of: call)
    chainVariables[stack] = .some(name)
    return name
  }

  private mutating func chainVariable(of call: SourceCall) -> String? {
    let lines = lines(of: call.line.file)
    let last = call.line.line - 1
    guard lines.indices.contains(last), !lines[(last + 1)...].prefix(1).contains(where: Self.goesOn) else { return nil }
    let first = lines[max(0, last - Self.longestChain)...last].lastIndex { !Self.goesOn($0) } ?? last
    let chain = lines[first...last]
    guard !chain.contains(where: { line in Self.subscribing.contains { line.contains($0) } }) else { return nil }
    return DeclaredVariable.name(in: lines[first])
  }

  /// The most lines of a chain of calls, because a crafted recording may hold a text of nothing else.
  private static let longestChain = 1000

  /// Whether a line continues the chain of the line before.
  private static func goesOn(_ line: Substring) -> Bool { line.drop(while: \.isWhitespace).first == "." }

  /// The line of the closure that a call passes for an event.
  mutating func closureLine(of event: EventKind?, passedBy call: SourceCall) -> SourceLine? {
    let name = call.callee?.baseName == "init" ? call.callee?.context.last : call.callee?.baseName
    guard let name, !lines(of: call.line.file).isEmpty, let closures = closures[call.line.file],
      let line = closures.line(of: event, calling: name, at: call.line.line)
    else { return nil }
    return SourceLine(file: call.line.file, line: line)
  }

  private mutating func lines(of file: String) -> [Substring] {
    if let known = files[file] { return known }
    let text = sources.text(of: file) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    files[file] = lines
    closures[file] = ClosureLines(text)
    return lines
  }
}

/// The variable that a line of Swift declares or assigns.
enum DeclaredVariable {
  /// - Returns: `cart` for `private let cart = PublishSubject<Int>()` and for `self.cart = …`; nil if the line does neither,
  ///   or if it assigns several.
  static func name(in line: Substring) -> String? {
    guard let assignment = assignment(in: line), !line[assignment...].contains(#/,\s*\w+\s*(?::[^=,]+)?=[^=]/#) else {
      return nil
    }
    let words = line[..<assignment].split(whereSeparator: \.isWhitespace)
    guard let keyword = words.firstIndex(where: { $0 == "let" || $0 == "var" }) else { return assigned(words) }
    guard keyword + 1 < words.count else { return nil }
    let name = words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty || name == "_" ? nil : String(name)
  }

  /// The variable in `self.cart = …`.
  private static func assigned(_ words: [Substring]) -> String? {
    guard words.count == 1, let name = words[0].split(separator: ".").last, name != "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return String(name)
  }

  /// The first `=` that is not part of another operator.
  private static func assignment(in line: Substring) -> Substring.Index? {
    line.indices.first { index in
      guard line[index] == "=" else { return false }
      let before = index > line.startIndex ? line[line.index(before: index)] : " "
      let after = line[line.index(after: index)...].first ?? " "
      return !"=<>!+-*/&|~".contains(before) && !"=".contains(after)
    }
  }
}

extension String {
  fileprivate func removingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) && count > suffix.count ? String(dropLast(suffix.count)) : self
  }
}
