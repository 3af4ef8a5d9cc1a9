import RxTrace
import SwiftSyntax

/// The declarations of one file.
struct CollectedDeclarations: Sendable {
  var declarations: [Declaration] = []
  /// Protocols that extensions add to types.
  var conformances: [(type: String, protocols: [String])] = []

  init(_ parsed: ParsedSource, file: Int) {
    let collector = DeclarationCollector(file: file, converter: parsed.converter)
    collector.walk(parsed.tree)
    declarations = collector.declarations
    conformances = collector.conformances
  }
}

private final class DeclarationCollector: SyntaxVisitor {
  private(set) var declarations: [Declaration] = []
  private(set) var conformances: [(type: String, protocols: [String])] = []
  private var owners: [String] = []
  private var constraints: [String] = []
  private var branches: [String] = []
  private var protocols = 0
  private var scopes: [AccessScope] = []
  private let file: Int
  private let converter: SourceLocationConverter

  init(file: Int, converter: SourceLocationConverter) {
    self.file = file
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .class, node.name) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .struct, node.name) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .enum, node.name) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .actor, node.name) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    defer { protocols += 1 }
    return enter(node, .protocol, node.name)
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visitPost(_ node: ProtocolDeclSyntax) {
    leave()
    protocols -= 1
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = Self.typeName(node.extendedType)
    let inherited = Self.inherited(node.inheritanceClause)
    conformances.append((name, inherited))
    let constraint = Self.constraint(node.genericWhereClause)
    var details = Declaration.Details(constraint: constraint)
    details.result = inherited.joined(separator: ", ")
    let outer = owners
    owners = []
    add(node, .extension, name, "", Self.oneLine(node.with(\.memberBlock.members, [])), details: details)
    owners = outer + [name]
    scopes.append(.init(isPublic: true, publishesMembers: AccessScope.isPublic(node, in: nil)))
    constraints.append(constraint)
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) {
    leave()
    constraints.removeLast()
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let clause = node.signature.parameterClause
    let signature = Self.oneLine(node.with(\.body, nil))
    // Operands have no labels.
    let isOperator = node.name.text.first.map { !$0.isLetter && $0 != "_" && $0 != "`" } ?? false
    let labels = isOperator ? "(\(String(repeating: "_:", count: clause.parameters.count)))" : Self.labels(clause)
    add(
      node, .function, node.name.text, labels, signature, hasBody: node.body != nil,
      details: details(
        node.name.text, clause, result: node.signature.returnClause?.type, node.genericWhereClause))
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let clause = node.signature.parameterClause
    let signature = Self.oneLine(node.with(\.body, nil))
    add(
      node, .initializer, "init", Self.labels(clause), signature, hasBody: node.body != nil,
      details: details("init", clause, result: nil, node.genericWhereClause))
    return .skipChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node, .deinitializer, "deinit", "", "deinit", hasBody: node.body != nil)
    return .skipChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = Self.subscriptLabels(node.parameterClause)
    let signature = Self.oneLine(node.with(\.accessorBlock, nil))
    let details = details(
      "subscript", node.parameterClause, result: node.returnClause.type, node.genericWhereClause)
    add(node, .subscript, "subscript", labels, signature, hasBody: Self.hasBody(node.accessorBlock), details: details)
    addAccessors(node.accessorBlock, of: "subscript" + labels, details)
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node, .typealias, node.name.text, "", Self.oneLine(node))
    return .skipChildren
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node, .associatedType, node.name.text, "", Self.oneLine(node))
    return .skipChildren
  }

  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node, .function, "operator " + node.name.text, "", Self.oneLine(node))
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
      var details = details
      details.result = binding.typeAnnotation.map { Self.oneLine($0.type) } ?? ""
      let hasBody = details.isRequirement ? Self.hasBody(binding.accessorBlock) : true
      add(node, .property, name, "", "\(node.bindingSpecifier.text) \(name)", hasBody: hasBody, details: details)
      addAccessors(binding.accessorBlock, of: name, details)
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for element in node.elements { add(node, .enumCase, element.name.text, "", "case \(element.name.text)") }
    return .skipChildren
  }

  // Declarations outside of branches are visited by default; a branch is visited under its condition.
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in node.clauses {
      let condition = clause.condition.map { " " + Self.oneLine($0) } ?? ""
      branches.append(clause.poundKeyword.text + condition)
      if let elements = clause.elements { walk(elements) }
      branches.removeLast()
    }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func enter(
    _ node: some DeclGroupSyntax, _ kind: Declaration.Kind, _ name: TokenSyntax
  ) -> SyntaxVisitorContinueKind {
    add(
      node, kind, name.text, "", "\(kind.rawValue) \(name.text)", inherited: Self.inherited(node.inheritanceClause))
    owners.append((owners.last.map { $0 + "." } ?? "") + name.text)
    scopes.append(
      .init(isPublic: AccessScope.isPublic(node, in: scopes.last), publishesMembers: kind == .protocol))
    return .visitChildren
  }

  private func leave() {
    owners.removeLast()
    scopes.removeLast()
  }

  private func add(
    _ node: some DeclSyntaxProtocol, _ kind: Declaration.Kind, _ baseName: String, _ labels: String,
    _ signature: String, inherited: [String] = [], hasBody: Bool = true, details: Declaration.Details? = nil
  ) {
    var details = details ?? self.details
    details.branch = branches.last ?? ""
    let start = converter.location(for: node.positionAfterSkippingLeadingTrivia).line
    let end = converter.location(for: node.endPositionBeforeTrailingTrivia).line
    declarations.append(
      Declaration(
        kind: kind, owner: owners.last, baseName: baseName, name: baseName + labels, signature: signature,
        documentation: Self.documentation(node.leadingTrivia), file: file, lines: start...max(start, end),
        inherited: inherited, isPublic: AccessScope.isPublic(node, in: scopes.last), hasBody: hasBody,
        details: details))
  }

  /// The details of every declaration at the visitor's place.
  private var details: Declaration.Details {
    Declaration.Details(
      constraint: constraints.filter { !$0.isEmpty }.joined(separator: ", "),
      isRequirement: protocols > 0)
  }

  private func details(
    _ name: String, _ clause: FunctionParameterClauseSyntax, result: TypeSyntax?, _ own: GenericWhereClauseSyntax?
  ) -> Declaration.Details {
    var details = details
    details.typedName = name + Self.typedLabels(clause)
    details.result = result.map(Self.oneLine) ?? ""
    let clauses = [details.constraint, Self.constraint(own)].filter { !$0.isEmpty }
    details.constraint = clauses.joined(separator: ", ")
    return details
  }

  private func addAccessors(_ block: AccessorBlockSyntax?, of name: String, _ details: Declaration.Details) {
    guard case .accessors(let accessors)? = block?.accessors else { return }
    for accessor in accessors where accessor.body != nil {
      let word = accessor.accessorSpecifier.text
      add(accessor, .accessor, "\(name).\(word)", "", "\(name) \(word)", details: details)
    }
  }

  /// A protocol's accessors have no bodies.
  private static func hasBody(_ block: AccessorBlockSyntax?) -> Bool {
    guard let block else { return false }
    if case .accessors(let accessors) = block.accessors { return accessors.contains { $0.body != nil } }
    return true
  }

  /// Parameters such as `line: UInt = #line` are left out, because no caller writes them.
  private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
    let written = clause.parameters.filter { $0.defaultValue?.value.is(MacroExpansionExprSyntax.self) != true }
    return "(" + written.map { $0.firstName.text + ":" }.joined() + ")"
  }

  /// A subscript's parameters have no labels unless they are given two names.
  private static func subscriptLabels(_ clause: FunctionParameterClauseSyntax) -> String {
    "(" + clause.parameters.map { ($0.secondName == nil ? "_" : $0.firstName.text) + ":" }.joined() + ")"
  }

  private static func typedLabels(_ clause: FunctionParameterClauseSyntax) -> String {
    let written = clause.parameters.filter { $0.defaultValue?.value.is(MacroExpansionExprSyntax.self) != true }
    let labels = written.map { "\($0.firstName.text): \(oneLine($0.type))\($0.ellipsis?.text ?? "")" }
    return "(" + labels.joined(separator: ", ") + ")"
  }

  private static func constraint(_ clause: GenericWhereClauseSyntax?) -> String {
    clause.map { oneLine($0.requirements) } ?? ""
  }

  private static func inherited(_ clause: InheritanceClauseSyntax?) -> [String] {
    clause?.inheritedTypes.map { typeName($0.type) } ?? []
  }

  /// The name of a type, without attributes such as `@unchecked` and without generic arguments.
  private static func typeName(_ type: TypeSyntax) -> String {
    if let attributed = type.as(AttributedTypeSyntax.self) { return typeName(attributed.baseType) }
    return String(type.trimmedDescription.prefix { $0 != "<" })
  }

  private static func oneLine(_ node: some SyntaxProtocol) -> String {
    node.trimmedDescription.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static func documentation(_ trivia: Trivia) -> String {
    trivia.compactMap { piece in
      guard case .docLineComment(let text) = piece else { return nil }
      // Spaces after the first one belong to the text, because they indent code.
      let line = text.dropFirst(3)
      return String(line.first == " " ? line.dropFirst() : line)
    }.joined(separator: "\n")
  }
}

/// The access level that a type or an extension gives to its members.
private struct AccessScope {
  var isPublic: Bool
  /// Whether members without a modifier are public, as in a protocol or in a public extension.
  var publishesMembers: Bool

  /// Whether other modules can use a declaration, as far as its file tells.
  static func isPublic(_ node: some DeclSyntaxProtocol, in scope: AccessScope?) -> Bool {
    if let scope, !scope.isPublic { return false }
    let modifiers = (node as? any WithModifiersSyntax)?.modifiers ?? []
    // `private(set)` limits only assignment.
    let words = modifiers.filter { $0.detail == nil }.map(\.name.text)
    if words.contains(where: ["public", "open"].contains) { return true }
    if words.contains(where: ["private", "fileprivate", "internal", "package"].contains) { return false }
    // The cases of an enumeration are as public as the enumeration.
    return scope.map { $0.publishesMembers || node.is(EnumCaseDeclSyntax.self) } ?? false
  }
}
