import SwiftSyntax

/// Finds the parts of a file that belong to hooks, in its syntax tree:
///
///     Tracing.made(self)                                         // a call of a hook: its whole line
///     Tracing.call(.dispose, on: self) { cancel.dispose() }      // all but what the hook surrounds
///     if isWatched { return watched(next: element) }             // a condition that only leads to a hook
///     if !isDisposed, !isWatched { observer.on(next: element) }  // a part of a condition
///     func watched(next element: Element) { … }                  // the hook's own method
///     func on(next: Element, line: UInt = #line)                 // the place of a call
///
/// Nothing is marked inside the types that a hook's name declares, because there the hook is the work.
final class HookCollector: SyntaxVisitor {
  private let rules: HookRules
  private let text: LineText
  private var hooks: [Range<Int>] = []
  private var callSites: [Range<Int>] = []
  private var work: [Int: HookLines.Work] = [:]
  private var owners: [String] = []
  /// The parameters of the enclosing functions that tell the place of a call.
  private var places: [Set<String>] = []

  static func lines(of tree: SourceFileSyntax, _ text: String, _ names: HookNames) -> HookLines {
    guard !names.isEmpty else { return HookLines() }
    let collector = HookCollector(HookRules(names: names), LineText(text))
    collector.walk(tree)
    return HookLines(
      collector.text, hooks: collector.hooks, callSites: collector.callSites, work: collector.work)
  }

  private init(_ rules: HookRules, _ text: LineText) {
    (self.rules, self.text) = (rules, text)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Types

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(String(node.extendedType.trimmedDescription.prefix { $0 != "<" }))
  }
  override func visitPost(_ node: ClassDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { owners.removeLast() }

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    owners.append(name)
    return rules.names.declares([name]) ? .skipChildren : .visitChildren
  }

  // MARK: Statements and declarations

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if rules.isHook(node, in: owners) { mark(whole: node) }
    return .visitChildren
  }

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if rules.isHook(node.decl, in: owners) { mark(whole: node) }
    return .visitChildren
  }

  /// Marks a node and the comments right above it, which are about it.
  private func mark(whole node: some SyntaxProtocol) {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    hooks.append((start - Self.commentLength(node.leadingTrivia))..<node.endPosition.utf8Offset)
  }

  private static func commentLength(_ trivia: Trivia) -> Int {
    var (length, commented) = (0, 0)
    for piece in trivia.reversed() {
      if case .newlines(let count) = piece, count > 1 { break }
      length += piece.sourceLength.utf8Length
      if piece.isComment { commented = length }
    }
    return commented
  }

  // MARK: Conditions

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    if rules.areHooks(node.conditions) {
      mark(from: node.ifKeyword, to: node.body.leftBrace)
      close(node.body, before: node.elseBody)
    } else {
      mark(partsOf: node.conditions)
    }
    return .visitChildren
  }

  private func close(_ body: CodeBlockSyntax, before other: IfExprSyntax.ElseBody?) {
    guard case .codeBlock(let block)? = other else { return mark(from: body.rightBrace, to: body.rightBrace) }
    mark(from: body.rightBrace, to: block.leftBrace)
    mark(from: block.rightBrace, to: block.rightBrace)
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    guard rules.areHooks(node.conditions) else {
      mark(partsOf: node.conditions)
      return .visitChildren
    }
    mark(from: node.guardKeyword, to: node.body.leftBrace)
    if let last = node.body.statements.last, rules.isBareReturn(last) { mark(whole: last) }
    mark(from: node.body.rightBrace, to: node.body.rightBrace)
    return .visitChildren
  }

  private func mark(partsOf conditions: ConditionElementListSyntax) {
    hooks += runs(Array(conditions), comma: \.trailingComma, rules.isHook)
  }

  /// `isReady && !isWatched`
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    guard rules.isConjunction(parts) else { return .visitChildren }
    for place in stride(from: 0, to: parts.count, by: 2) where rules.isTest(parts[place]) {
      if place > 0 {
        mark(from: parts[place - 1].firstToken(viewMode: .sourceAccurate)!, to: parts[place])
      } else if parts.count > 2 {
        hooks.append(start(of: parts[0])..<start(of: parts[2]))
      }
    }
    return .visitChildren
  }

  // MARK: The code that a hook surrounds

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if rules.names.contains(HookRules.path(node.calledExpression)) {
      if let body = HookRules.closure(of: node) {
        let opening = body.signature?.endPosition ?? body.leftBrace.endPosition
        surround(node, from: opening.utf8Offset, to: start(of: body.rightBrace))
      } else if let last = rules.handedOver(to: node) {
        surround(node, from: start(of: last), to: last.endPositionBeforeTrailingTrivia.utf8Offset)
      }
    } else {
      callSites += runs(Array(node.arguments), comma: \.trailingComma) { argument in
        guard let name = argument.expression.as(DeclReferenceExprSyntax.self) else { return false }
        return places.last?.contains(name.baseName.text) ?? false
      }
    }
    return .visitChildren
  }

  private func surround(_ call: FunctionCallExprSyntax, from first: Int, to last: Int) {
    let (start, end) = (start(of: call), call.endPositionBeforeTrailingTrivia.utf8Offset)
    hooks += [start..<first, last..<end]
    let calls = WorkCalls.names(in: call)
    let work = HookLines.Work(lines: text.lines(of: text.trimmed(first..<last)), calls: calls)
    for line in text.lines(of: start..<first) where self.work[line] == nil { self.work[line] = work }
  }

  // MARK: The place of a call

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.signature.parameterClause)
    return .visitChildren
  }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.signature.parameterClause)
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { places.removeLast() }
  override func visitPost(_ node: InitializerDeclSyntax) { places.removeLast() }

  private func enter(_ clause: FunctionParameterClauseSyntax) {
    let parameters = Array(clause.parameters)
    callSites += runs(parameters, comma: \.trailingComma, HookRules.isPlace)
    places.append(Set(parameters.filter(HookRules.isPlace).map { ($0.secondName ?? $0.firstName).text }))
  }

  // MARK: Marking

  private func mark(from first: TokenSyntax, to last: some SyntaxProtocol) {
    hooks.append(start(of: first)..<last.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  private func start(of node: some SyntaxProtocol) -> Int { node.positionAfterSkippingLeadingTrivia.utf8Offset }

  /// The runs of marked neighbours in a list, each with the comma that would be left over without it.
  private func runs<Part: SyntaxProtocol>(
    _ parts: [Part], comma: (Part) -> TokenSyntax?, _ isMarked: (Part) -> Bool
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    while let first = parts[place...].firstIndex(where: isMarked) {
      let end = parts[first...].firstIndex { !isMarked($0) } ?? parts.count
      place = end
      if end < parts.count {
        ranges.append(start(of: parts[first])..<start(of: parts[end]))
      } else {
        let before = first > 0 ? comma(parts[first - 1]).map(start) : nil
        let last = comma(parts[end - 1]).map(start) ?? parts[end - 1].endPositionBeforeTrailingTrivia.utf8Offset
        ranges.append(self.first(before, start(of: parts[first]))..<last)
      }
    }
    return ranges
  }

  /// The beginning of a run: the comma before it, unless that is on another line.
  private func first(_ comma: Int?, _ start: Int) -> Int {
    guard let comma, text.line(at: comma) == text.line(at: start) else { return start }
    return comma
  }
}

/// The names of everything that a hook's body calls.
private final class WorkCalls: SyntaxVisitor {
  private var names: [String] = []

  static func names(in call: FunctionCallExprSyntax) -> [String] {
    let visitor = WorkCalls(viewMode: .sourceAccurate)
    if let body = HookRules.closure(of: call) {
      visitor.walk(body.statements)
    } else if let last = call.arguments.last {
      visitor.names = HookRules.path(last.expression).suffix(1)
    }
    return visitor.names
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    names += HookRules.path(node.calledExpression).suffix(1)
    return .visitChildren
  }
}
