import SwiftSyntax

/// Finds the names of a file's code in its syntax tree.
final class NameCollector: SyntaxVisitor {
  private(set) var names: [SourceName] = []
  /// The scopes; the first is the file's top level.
  private(set) var scopes = [SourceNames.Scope()]
  private let converter: SourceLocationConverter
  /// The qualified names of the enclosing types, outermost first.
  private var types: [String] = []
  /// The positions of the enclosing scopes, innermost last.
  private var open = [0]

  init(_ converter: SourceLocationConverter) {
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  private func add(_ token: TokenSyntax, _ role: SourceName.Role, label: String? = nil) {
    guard case .identifier(let text) = token.tokenKind, text.first != "`" else { return }
    let place = converter.location(for: token.positionAfterSkippingLeadingTrivia)
    names.append(
      SourceName(
        text: text, line: place.line, start: place.column - 1, role: role, label: label, scope: open.last!))
  }

  private func hide(_ token: TokenSyntax) { scopes[open.last!].locals.insert(token.text) }

  // MARK: Types

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(named: String(node.extendedType.trimmedDescription.prefix { $0 != "<" }))
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  private func enter(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    add(name, .declared)
    return enter(named: (types.last.map { $0 + "." } ?? "") + name.text)
  }

  private func enter(named name: String) -> SyntaxVisitorContinueKind {
    types.append(name)
    openScope()
    return .visitChildren
  }

  private func leave() {
    types.removeLast()
    open.removeLast()
  }

  private func openScope() {
    open.append(scopes.count)
    scopes.append(SourceNames.Scope(types: Self.owners(types.last ?? "")))
  }

  /// `Outer.Inner` gives both, the inner first.
  private static func owners(_ name: String) -> [String] {
    var (name, owners) = (name, [String]())
    while !name.isEmpty {
      owners.append(name)
      name = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? ""
    }
    return owners
  }

  // MARK: Members: all that they declare shares one scope

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind { enterMember() }
  override func visitPost(_ node: MemberBlockItemSyntax) { leaveMember() }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    isAtTop(node) ? enterMember() : .visitChildren
  }
  override func visitPost(_ node: CodeBlockItemSyntax) { if isAtTop(node) { leaveMember() } }

  private func isAtTop(_ node: CodeBlockItemSyntax) -> Bool { node.parent?.parent?.is(SourceFileSyntax.self) == true }

  private func enterMember() -> SyntaxVisitorContinueKind {
    openScope()
    return .visitChildren
  }

  private func leaveMember() { open.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, .declared)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, .declared)
    return .visitChildren
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, .declared)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let name = node.secondName ?? node.firstName
    hide(name)
    // A nested function has parameters of its own; a name means the innermost one.
    scopes[open.last!].parameterTypes[name.text] = SourceNames.typeName(node.type.trimmedDescription) ?? ""
    return .visitChildren
  }

  // MARK: Variables

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    hide(node.secondName ?? node.firstName)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    hide(node.name)
    return .skipChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if isProperty(node) { add(node.identifier, .declared) } else { hide(node.identifier) }
    return .skipChildren
  }

  private func isProperty(_ node: IdentifierPatternSyntax) -> Bool {
    guard let variable = node.parent?.as(PatternBindingSyntax.self)?.parent?.parent?.as(VariableDeclSyntax.self) else {
      return false
    }
    if variable.parent?.is(MemberBlockItemSyntax.self) == true { return true }
    return variable.parent?.as(CodeBlockItemSyntax.self).map(isAtTop) ?? false
  }

  // MARK: Uses

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      add(node.baseName, .member(of: Self.receiver(access.base)), label: Self.label(calling: Syntax(access)))
    } else if node.parent?.is(KeyPathPropertyComponentSyntax.self) == true {
      add(node.baseName, .member(of: .other))
    } else {
      add(node.baseName, .plain, label: Self.label(calling: Syntax(node)))
    }
    return .skipChildren
  }

  private static func receiver(_ base: ExprSyntax?) -> SourceName.Receiver {
    guard let base else { return .other }
    if base.is(SuperExprSyntax.self) { return .superclass }
    if let optional = base.as(OptionalChainingExprSyntax.self) { return receiver(optional.expression) }
    if let forced = base.as(ForceUnwrapExprSyntax.self) { return receiver(forced.expression) }
    guard let name = base.as(DeclReferenceExprSyntax.self)?.baseName else { return .other }
    switch name.tokenKind {
    case .keyword(.self), .keyword(.Self): return .ownType
    case .identifier(let text): return .named(text)
    default: return .other
    }
  }

  private static func label(calling callee: Syntax) -> String? {
    guard let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id,
      call.leftParen != nil
    else { return nil }
    return call.arguments.first?.label?.text ?? ""
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, .plain)
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    let base = node.baseType.as(IdentifierTypeSyntax.self)?.name.text
    add(node.name, .member(of: base.map(SourceName.Receiver.named) ?? .other))
    return .visitChildren
  }

  /// An attribute's name is skipped, because the sources do not declare it.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
