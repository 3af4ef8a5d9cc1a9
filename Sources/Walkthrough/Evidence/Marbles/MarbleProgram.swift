import SwiftSyntax

/// The parts of a marble diagram that the text of its program names: the inputs, the operator and the observers.
///
///     let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
///     let observer = scheduler.start { numbers.delay(.seconds(2), scheduler: scheduler) }
///
/// has a hot input `numbers`, the stage `delay(.seconds(2))` and the observer `observer`.
struct MarbleProgram: Equatable, Sendable {
  /// The inputs, in the order of the program's arguments.
  var inputs: [Input] = []
  /// The default diagram of the subscription.
  var subscription = "^"
  /// The operator with its arguments, in short; empty if it is not known. It comes from the chain of calls that the
  /// test scheduler subscribes to. A variable is replaced by its last value, and the virtual clock is left out under
  /// the label `scheduler:`, because it says no more than its type.
  var stage = ""
  /// The variable of the observer that the test scheduler subscribes.
  var result = ""
  /// The observers that the program subscribes itself, by the line of the subscription: the variable of the observer, and
  /// the variable that it is subscribed to.
  var subscribers: [Int: Subscriber] = [:]
  /// The observers whose subscriptions the program disposes itself, by the line of the disposal.
  var disposals: [Int: String] = [:]
  /// Whether the program takes its diagrams from its command line.
  var takesArguments = false
  /// Whether the program waits for tasks, and so does not run from its beginning to its end by itself.
  var isConcurrent = false
  /// Whether the elements' names in the diagrams stand for other values, so that not every name can be given.
  var namesStandForValues = false

  struct Input: Equatable, Sendable {
    /// The name in the program: `letters`, `answers["a"]`.
    var name: String
    var isHot: Bool
    /// The default diagram.
    var diagram: String
    /// The index of the input's sequence among the test sequences that the program makes.
    var sequence = 0
  }

  struct Subscriber: Equatable, Sendable {
    var observer: String
    var sequence: String
  }

  init(_ text: String) {
    let source = ParsedSource(text)
    let collector = MarbleProgramCollector(source.converter)
    collector.walk(source.tree)
    takesArguments = collector.takesArguments
    subscription = collector.subscription ?? subscription
    inputs = collector.defaults.enumerated().map { place, diagram in
      let use = collector.uses[place]
      return Input(
        name: use?.name ?? "\(place + 1)", isHot: use?.isHot ?? true, diagram: diagram,
        sequence: use?.sequence ?? place)
    }
    isConcurrent = collector.isConcurrent
    namesStandForValues = collector.namesStandForValues
    result = collector.result ?? ""
    subscribers = collector.subscribers
    disposals = collector.disposals
    let texts = StageText(variables: collector.variables)
    stage = collector.chain.map(texts.text) ?? ""
    guard let variable = collector.chain?.as(DeclReferenceExprSyntax.self)?.baseName.text else { return }
    if let subject = collector.subject(in: variable) {
      stage = subject
    } else if stage.isEmpty {
      // A relay gets its events from the call that it is passed to.
      stage = collector.feeders[variable].map(texts.text) ?? ""
    }
  }

  /// The diagrams of a run: the program's own, unless its arguments replace them.
  func diagrams(_ arguments: [String]) -> (inputs: [String], subscription: String) {
    let given = arguments.filter { !MarbleLine.isSubscription($0) }
    let inputs = inputs.enumerated().map { place, input in place < given.count ? given[place] : input.diagram }
    return (inputs, arguments.first(where: MarbleLine.isSubscription) ?? subscription)
  }
}

private final class MarbleProgramCollector: SyntaxVisitor {
  var takesArguments = false
  var defaults: [String] = []
  var subscription: String?
  /// For each input the sequence that is made of it.
  var uses: [Int: (name: String, isHot: Bool, sequence: Int)] = [:]
  private var sequences = 0
  var isConcurrent = false
  var namesStandForValues = false
  var result: String?
  /// The sequence that the test scheduler subscribes to.
  var chain: ExprSyntax?
  var subscribers: [Int: MarbleProgram.Subscriber] = [:]
  var disposals: [Int: String] = [:]
  /// For each variable, the first call that it is passed to.
  var feeders: [String: ExprSyntax] = [:]
  /// The values that were assigned last to variables.
  var variables: [String: ExprSyntax] = [:]
  private let converter: SourceLocationConverter

  init(_ converter: SourceLocationConverter) {
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.initializer?.value { variables[node.pattern.trimmedDescription] = value }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    if parts.count == 3, parts[1].is(AssignmentExprSyntax.self) {
      variables[parts[0].trimmedDescription] = parts[2]
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    for argument in node.arguments {
      guard member != nil, let name = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
        continue
      }
      feeders[name] = feeders[name] ?? ExprSyntax(node)
    }
    switch member?.declName.baseName.text ?? node.calledExpression.trimmedDescription {
    case "MarbleArguments": readArguments(node)
    case "createHotObservable": noteUse(node, isHot: true)
    case "createColdObservable": noteUse(node, isHot: false)
    case "start": noteStart(node)
    case "subscribe": noteSubscriber(node, of: member?.base)
    case "dispose": noteDisposal(node, of: member?.base)
    default: break
    }
    return .visitChildren
  }

  /// The expression for a variable's subject or relay, unless an operator feeds it: `BehaviorSubject(value: "0")`.
  func subject(in variable: String) -> String? {
    guard let value = variables[variable]?.as(FunctionCallExprSyntax.self) else { return nil }
    let feeder = feeders[variable]?.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
    let text = value.trimmedDescription.replacing(/<\w+>/, with: "")
    let type = text.prefix { $0.isLetter }
    guard type.hasSuffix("Subject") || type.hasSuffix("Relay") else { return nil }
    return [nil, "subscribe"].contains(feeder?.declName.baseName.text) ? text : nil
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    namesStandForValues = true
    return .visitChildren
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    isConcurrent = true
    return .visitChildren
  }

  private func readArguments(_ node: FunctionCallExprSyntax) {
    takesArguments = true
    for argument in node.arguments {
      guard let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else { continue }
      if argument.label == nil { defaults.append(text) } else { subscription = text }
    }
  }

  private func noteUse(_ node: FunctionCallExprSyntax, isHot: Bool) {
    defer { sequences += 1 }
    if node.arguments.contains(where: { $0.label?.text == "values" }) { namesStandForValues = true }
    guard let marbles = node.arguments.first(where: { $0.label?.text == "marbles" })?.expression,
      let place = marbles.as(SubscriptCallExprSyntax.self)?.arguments.first?.expression.trimmedDescription,
      let input = Int(place), uses[input] == nil
    else { return }
    uses[input] = (name(of: Syntax(node)), isHot, sequences)
  }

  /// The variable that holds a value: with its key if it is an entry of a dictionary.
  private func name(of node: Syntax) -> String {
    var key = ""
    var current = node.parent
    while let parent = current {
      if let entry = parent.as(DictionaryElementSyntax.self) { key = "[\(entry.key.trimmedDescription)]" }
      if let binding = parent.as(PatternBindingSyntax.self) { return binding.pattern.trimmedDescription + key }
      current = parent.parent
    }
    return key
  }

  private func noteStart(_ node: FunctionCallExprSyntax) {
    let closure = node.trailingClosure ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    guard result == nil, let closure, let last = closure.statements.last?.item else { return }
    chain = last.as(ExprSyntax.self) ?? last.as(ReturnStmtSyntax.self)?.expression
    result = name(of: Syntax(node))
  }

  private func noteSubscriber(_ node: FunctionCallExprSyntax, of sequence: ExprSyntax?) {
    guard let first = node.arguments.first, first.label == nil,
      let observer = first.expression.as(DeclReferenceExprSyntax.self)
    else { return }
    subscribers[line(of: node)] = MarbleProgram.Subscriber(
      observer: observer.trimmedDescription, sequence: sequence?.trimmedDescription ?? "")
  }

  private func noteDisposal(_ node: FunctionCallExprSyntax, of subscription: ExprSyntax?) {
    let variable = subscription?.as(OptionalChainingExprSyntax.self)?.expression ?? subscription
    guard let call = variable.flatMap({ variables[$0.trimmedDescription] })?.as(FunctionCallExprSyntax.self),
      let subscriber = subscribers[line(of: call)]
    else { return }
    disposals[line(of: node)] = subscriber.observer
  }

  private func line(of node: FunctionCallExprSyntax) -> Int {
    converter.location(for: node.positionAfterSkippingLeadingTrivia).line
  }
}

/// Puts a chain of calls into few words: `throttle(.seconds(3))` for `letters.throttle(.seconds(3), scheduler: scheduler)`.
private struct StageText {
  let variables: [String: ExprSyntax]

  private static let longest = 56

  func text(of chain: ExprSyntax) -> String {
    let full = parts(of: chain, isShort: false).joined(separator: ".")
    guard full.count > Self.longest || full.contains("\n") else { return full }
    let short = parts(of: chain, isShort: true).joined(separator: ".")
    return short.count > Self.longest ? short.prefix(Self.longest - 1) + "…" : short
  }

  /// The calls from the first to the last, without the sequence or the type that they begin with.
  private func parts(of chain: ExprSyntax, isShort: Bool, depth: Int = 0) -> [String] {
    var parts: [String] = []
    var current: ExprSyntax? = chain
    while let expression = current {
      if let call = expression.as(FunctionCallExprSyntax.self),
        let member = call.calledExpression.as(MemberAccessExprSyntax.self)
      {
        let isOnly = member.base?.is(DeclReferenceExprSyntax.self) ?? true
        if isOnly || !isAside(call, named: member.declName.baseName.text, parts) {
          parts.append(member.declName.baseName.text + arguments(of: call, isShort))
        }
        current = member.base
      } else if let member = expression.as(MemberAccessExprSyntax.self) {
        parts.append(member.declName.trimmedDescription)
        current = member.base
      } else {
        parts += beginning(expression, isShort, isWhole: parts.isEmpty, depth)
        current = nil
      }
    }
    return parts.reversed()
  }

  /// The first part, from right to left: the calls of a variable's value, or a call of a function.
  private func beginning(_ expression: ExprSyntax, _ isShort: Bool, isWhole: Bool, _ depth: Int) -> [String] {
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard depth < 4, let value = variables[name], !makesInput(value) else { return isWhole ? [name] : [] }
      return parts(of: value, isShort: isShort, depth: depth + 1).reversed()
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return [] }
    let name = call.calledExpression.trimmedDescription
    return name.first?.isLowercase == true ? [name + arguments(of: call, isShort)] : []
  }

  private func makesInput(_ value: ExprSyntax) -> Bool {
    ["createHotObservable", "createColdObservable", "TestScheduler("].contains(where: value.trimmedDescription.contains)
  }

  /// Whether a call is a `do` of several lines, which only watches the events.
  private func isAside(_ call: FunctionCallExprSyntax, named name: String, _ later: [String]) -> Bool {
    name == "do" && later.isEmpty && call.trimmedDescription.contains("\n")
  }

  private func arguments(of call: FunctionCallExprSyntax, _ isShort: Bool) -> String {
    let clock = "scheduler"
    let told = call.arguments.filter { $0.label?.text != clock || $0.expression.trimmedDescription != clock }
    let own = told.map { argument in
      (argument.label.map { "\($0.text): " } ?? "") + shortened(argument.expression, isShort)
    }
    let closure = call.trailingClosure.map { " " + shortened(ExprSyntax($0), isShort) } ?? ""
    let more = call.additionalTrailingClosures.map { " \($0.label.text): { … }" }.joined()
    return own.isEmpty && !closure.isEmpty ? closure + more : "(\(own.joined(separator: ", ")))" + closure + more
  }

  private func shortened(_ expression: ExprSyntax, _ isShort: Bool) -> String {
    let text = expression.trimmedDescription
    guard expression.is(ClosureExprSyntax.self) else { return text.split(separator: "\n").joined(separator: " ") }
    return isShort || text.contains("\n") ? "{ … }" : text
  }
}
