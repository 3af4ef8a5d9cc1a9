import RxTrace

/// Draws what types inherit from, or what inherits from them, as far as the sources declare it.
struct HierarchyDirective: Directive {
  static let name = "hierarchy"
  static let keys = DirectiveKeys(required: ["of"], optional: ["show", "pipeline", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let index = try run()?.index ?? context.site.index
    let types = try types(index)
    let view = try view()
    let hierarchy = TypeHierarchy(index, of: types, view: view)
    guard hierarchy.types.count <= TypeHierarchy.most else {
      throw Problem(
        block.info.place,
        "\(hierarchy.types.count) types belong to this hierarchy; at most \(TypeHierarchy.most) can be drawn")
    }
    let names = types.map(\.qualifiedName).joined(separator: ", ")
    let figure = figure(title: words(view.word, names), style: "types")
    let picture = hierarchy.picture
    let text = hierarchy.types.map { item($0, hierarchy, index) }
    return figure.render(
      picture.svg(identifier: figure.id, title: figure.title, summary: context.words(.diagramDescription)),
      text: DiagramFigure.list(text))
  }

  /// `of` names one type, or several with spaces between them.
  private func types(_ index: SourceIndex) throws(Problem) -> [Declaration] {
    let names = attribute("of")!
    var types: [Declaration] = []
    for name in names.value.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init) {
      guard let type = index.type(named: name) else {
        throw Problem(
          names.valuePlace, "no such type `\(name)`" + Nearest.suggestion(for: name, among: index.typeNames))
      }
      if !types.contains(type) { types.append(type) }
    }
    guard !types.isEmpty else { throw Problem(names.valuePlace, "`of` names no type") }
    return types
  }

  private func view() throws(Problem) -> TypeHierarchy.View {
    guard let attribute = attribute("show") else { return .above }
    guard let view = TypeHierarchy.View(rawValue: attribute.value) else {
      let known = TypeHierarchy.View.allCases.map(\.rawValue)
      let nearest = Nearest.suggestion(for: attribute.value, among: known)
      throw Problem(attribute.valuePlace, "unknown view `\(attribute.value)`" + nearest)
    }
    return view
  }

  private func item(_ type: Declaration, _ hierarchy: TypeHierarchy, _ index: SourceIndex) -> HTML {
    let file = index.files[type.file]
    let link = context.link(to: file, line: type.lines.lowerBound)
    let parents = hierarchy.parents(of: type).map { "<code>\($0)</code>" as HTML }
    let words = context.words(.inheritsWords).split(separator: "%", omittingEmptySubsequences: false)
    let middle: HTML = parents.isEmpty || words.count < 2 ? "" : "\(words[1])\(parents.joined(separator: ", "))"
    return """
      <span class="type-kind">\(type.kind.rawValue)</span> <code>\(type.qualifiedName)</code>\(middle) \
      <a class="declared" href="\(link)">\(file.name)</a>
      """
  }
}

/// Types and what they inherit from, both classes and protocols.
struct TypeHierarchy {
  enum View: String, CaseIterable {
    case above, below, both

    var word: Word {
      switch self {
      case .above: .inheritsFrom
      case .below: .hierarchyBelow
      case .both: .hierarchyAround
      }
    }
  }

  static let most = 120

  private(set) var types: [Declaration] = []
  private let index: SourceIndex
  private let named: [Declaration]

  init(_ index: SourceIndex, of named: [Declaration], view: View) {
    self.index = index
    self.named = named
    types = named
    if view != .below { add { index.parents(of: $0) } }
    guard view != .above else { return }
    let above = types
    types = named
    add { index.children(of: $0) }
    types += above.filter { type in !types.contains { $0.qualifiedName == type.qualifiedName } }
  }

  private mutating func add(_ next: (Declaration) -> [Declaration]) {
    var position = 0
    while position < types.count {
      for type in next(types[position]) where !types.contains(where: { $0.qualifiedName == type.qualifiedName }) {
        types.append(type)
      }
      position += 1
    }
  }

  /// The parents of a type that are in the picture.
  func parents(of type: Declaration) -> [String] {
    index.parents(of: type).map(\.qualifiedName).filter { name in types.contains { $0.qualifiedName == name } }
  }

  var picture: LayeredPicture {
    let place = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1.qualifiedName, $0) })
    let boxes = types.map { type in
      let isNamed = named.contains { $0.qualifiedName == type.qualifiedName }
      return LayeredPicture.Box(
        name: type.qualifiedName, detail: type.kind.rawValue, title: type.signature,
        style: "type-\(type.kind.rawValue)\(isNamed ? " current" : "")")
    }
    let arrows = types.enumerated().flatMap { number, type in
      parents(of: type).map { name in
        let isProtocol = types[place[name]!].kind == .protocol
        return LayeredPicture.Arrow(from: number, to: place[name]!, style: isProtocol ? "conforms" : "inherits")
      }
    }
    return LayeredPicture(boxes: boxes, arrows: arrows, direction: .upwards)
  }
}

extension SourceIndex {
  /// The types in a type's inheritance clauses, as far as the sources declare them.
  func parents(of type: Declaration) -> [Declaration] {
    var parents: [Declaration] = []
    for name in (self.type(named: type.qualifiedName) ?? type).inherited {
      guard let parent = self.type(named: name), parent.qualifiedName != type.qualifiedName else { continue }
      if !parents.contains(where: { $0.qualifiedName == parent.qualifiedName }) { parents.append(parent) }
    }
    return parents
  }

  /// The types whose inheritance clauses name this type, in alphabetical order.
  func children(of type: Declaration) -> [Declaration] {
    typeNames.compactMap(self.type(named:)).filter { child in
      child.inherited.contains { self.type(named: $0)?.qualifiedName == type.qualifiedName }
        && child.qualifiedName != type.qualifiedName
    }
  }
}
