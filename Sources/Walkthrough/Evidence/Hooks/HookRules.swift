import SwiftSyntax

/// Decides whether pieces of source are only hooks.
struct HookRules {
  let names: HookNames

  // MARK: Statements and declarations

  func isHook(_ item: CodeBlockItemSyntax, in owners: [String]) -> Bool {
    switch item.item {
    case .stmt(let statement): isHook(statement, in: owners)
    case .expr(let expression):
      expression.as(IfExprSyntax.self).map { isHook($0, in: owners) } ?? isCall(expression)
    case .decl(let declaration): isHook(declaration, in: owners)
    @unknown default: false
    }
  }

  private func isHook(_ statement: StmtSyntax, in owners: [String]) -> Bool {
    if let statement = statement.as(ExpressionStmtSyntax.self) {
      return statement.expression.as(IfExprSyntax.self).map { isHook($0, in: owners) } ?? isCall(statement.expression)
    }
    if let statement = statement.as(ReturnStmtSyntax.self) { return statement.expression.map(isCall) ?? false }
    if let statement = statement.as(DeferStmtSyntax.self) { return areHooks(statement.body.statements, in: owners) }
    guard let statement = statement.as(GuardStmtSyntax.self), areHooks(statement.conditions) else { return false }
    return statement.body.statements.allSatisfy { isBareReturn($0) || isHook($0, in: owners) }
  }

  /// A condition that is not a hook's may lead to a hook; but if it returns as well, it decides about the work.
  private func isHook(_ branch: IfExprSyntax, in owners: [String]) -> Bool {
    let isTested = areHooks(branch.conditions)
    let leadsToHooks = branch.body.statements.allSatisfy { item in
      isHook(item, in: owners) && (isTested || !item.item.is(ReturnStmtSyntax.self)) || isTested && isBareReturn(item)
    }
    guard leadsToHooks, !branch.body.statements.isEmpty else { return false }
    switch branch.elseBody {
    case nil: return true
    case .codeBlock(let block): return areHooks(block.statements, in: owners)
    case .ifExpr(let other): return isHook(other, in: owners)
    @unknown default: return false
    }
  }

  private func areHooks(_ items: CodeBlockItemListSyntax, in owners: [String]) -> Bool {
    !items.isEmpty && items.allSatisfy { isHook($0, in: owners) }
  }

  func isBareReturn(_ item: CodeBlockItemSyntax) -> Bool {
    item.item.as(ReturnStmtSyntax.self).map { $0.expression == nil } ?? false
  }

  func isHook(_ declaration: DeclSyntax, in owners: [String]) -> Bool {
    if let function = declaration.as(FunctionDeclSyntax.self) { return names.declares(owners + [function.name.text]) }
    if let variable = declaration.as(VariableDeclSyntax.self) { return isHook(variable, in: owners) }
    if let end = declaration.as(DeinitializerDeclSyntax.self) {
      return end.body.map { areHooks($0.statements, in: owners) } ?? false
    }
    if let block = declaration.as(IfConfigDeclSyntax.self) { return isHook(block, in: owners) }
    if let module = declaration.as(ImportDeclSyntax.self) { return names.contains(module.path.map(\.name.text)) }
    return false
  }

  private func isHook(_ variable: VariableDeclSyntax, in owners: [String]) -> Bool {
    variable.bindings.allSatisfy { binding in
      if let value = binding.initializer?.value, isCall(value) { return true }
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return false }
      return names.declares(owners + [name])
    }
  }

  /// `#if DEBUG … #endif`, unless a branch does work.
  private func isHook(_ block: IfConfigDeclSyntax, in owners: [String]) -> Bool {
    block.clauses.allSatisfy { clause in
      switch clause.elements {
      case .statements(let items): areHooks(items, in: owners)
      case .decls(let items): !items.isEmpty && items.allSatisfy { isHook($0.decl, in: owners) }
      default: false
      }
    }
  }

  // MARK: Conditions

  func areHooks(_ conditions: ConditionElementListSyntax) -> Bool { conditions.allSatisfy(isHook) }

  func isHook(_ condition: ConditionElementSyntax) -> Bool {
    switch condition.condition {
    case .expression(let expression): isTest(expression)
    case .optionalBinding(let binding): binding.initializer.map { isTest($0.value) } ?? false
    default: false
    }
  }

  /// Whether an expression tests only a hook: `_slowPath(!Tracing.isOn)`.
  func isTest(_ expression: ExprSyntax) -> Bool {
    if let operation = expression.as(PrefixOperatorExprSyntax.self) { return isTest(operation.expression) }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return isTest(tuple.elements.first!.expression)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let parts = Array(sequence.elements)
      return isConjunction(parts) && stride(from: 0, to: parts.count, by: 2).allSatisfy { isTest(parts[$0]) }
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return names.contains(Self.path(expression)) }
    let path = Self.path(call.calledExpression)
    if let only = call.arguments.first, call.arguments.count == 1, ["_slowPath", "_fastPath"].contains(path.last ?? "")
    {
      return isTest(only.expression)
    }
    return isCall(expression)
  }

  func isConjunction(_ parts: [ExprSyntax]) -> Bool {
    stride(from: 1, to: parts.count, by: 2).allSatisfy { place in
      ["&&", "||"].contains(parts[place].as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
    }
  }

  // MARK: Calls

  /// Whether an expression calls a hook that surrounds no work.
  func isCall(_ expression: ExprSyntax) -> Bool {
    if let expression = expression.as(TryExprSyntax.self) { return isCall(expression.expression) }
    if let expression = expression.as(AwaitExprSyntax.self) { return isCall(expression.expression) }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let parts = Array(sequence.elements)
      return parts.count == 3 && parts[1].is(AssignmentExprSyntax.self) && isCall(parts[2])
    }
    guard let call = expression.as(FunctionCallExprSyntax.self), names.contains(Self.path(call.calledExpression)) else {
      return false
    }
    if let body = Self.closure(of: call) { return body.statements.allSatisfy { isHook($0, in: []) } }
    return handedOver(to: call) == nil
  }

  /// The argument that a hook calls, if it is not a closure literal.
  func handedOver(to call: FunctionCallExprSyntax) -> ExprSyntax? {
    names.surrounds(Self.path(call.calledExpression)) ? call.arguments.last?.expression : nil
  }

  static func closure(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self)
  }

  /// The names of `self.tracker?.enter`, without `self`: `["tracker", "enter"]`.
  static func path(_ expression: ExprSyntax) -> [String] {
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      return ["self", "Self"].contains(name.baseName.text) ? [] : [name.baseName.text]
    }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return (member.base.map(path) ?? []) + [member.declName.baseName.text]
    }
    if let chain = expression.as(OptionalChainingExprSyntax.self) { return path(chain.expression) }
    if let generic = expression.as(GenericSpecializationExprSyntax.self) { return path(generic.expression) }
    return []
  }

  // MARK: The place of a call

  private static let placeLiterals: Set = ["file", "fileID", "filePath", "line", "column", "function"]

  /// Whether a parameter is the place of a call, `line: UInt = #line`, which callers do not write.
  static func isPlace(_ parameter: FunctionParameterSyntax) -> Bool {
    guard let value = parameter.defaultValue?.value.as(MacroExpansionExprSyntax.self) else { return false }
    return placeLiterals.contains(value.macroName.text)
  }
}
