import RxTrace
import TraceViews

/// Draws which objects of a run hold which, at its end or at one step.
struct GraphDirective: Directive {
  static let name = "graph"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["at", "step", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let moment = try NamedStep(at: attribute("at"), step: attribute("step"))
    guard let run = try run() else { return "" }
    let step = try moment.map { wanted throws(Problem) in try wanted.step(in: run) }
    let graph = ObjectGraph(run.trace, at: step)
    guard !graph.links.isEmpty else {
      throw Problem(block.info.place, "no object of `\(run.name)` is known to hold another")
    }
    guard graph.objects.count <= ObjectGraph.most else {
      throw Problem(
        block.info.place,
        "\(graph.objects.count) objects hold each other in `\(run.name)`; at most \(ObjectGraph.most) can be drawn")
    }
    let title =
      step.map { context.words(.graphAtStep).filled(run.fileName, $0.number) }
      ?? context.words(.graphOf, run.fileName)
    let figure = figure(title: title)
    let picture = graph.picture(words: context.words)
    return figure.render(
      picture.svg(identifier: figure.id, title: title, summary: context.words(.diagramDescription)),
      text: DiagramFigure.list(graph.sentences(words: context.words)))
  }
}

/// The objects of a run that hold other objects or are held, at one moment.
struct ObjectGraph {
  struct Link: Equatable {
    var holder: ObjectID
    var held: ObjectID
    /// The names of the properties: `observer`, or `parent, sink`.
    var names: [String]
  }

  static let most = 120

  private(set) var objects: [TracedObject] = []
  private(set) var links: [Link] = []
  private var isDisposed: Set<ObjectID> = []
  /// The object whose step is shown.
  private var current: ObjectID?

  init(_ trace: Trace, at step: Step? = nil) {
    let isKnown = trace.objects.map { object in step.map { object.knownSince <= $0.time } ?? true }
    var linked: Set<ObjectID> = []
    for object in trace.objects where isKnown[object.id] {
      for link in object.links where isKnown[link.target] && link.target != object.id {
        note(link, of: object.id)
        linked.formUnion([object.id, link.target])
      }
    }
    objects = trace.objects.filter { linked.contains($0.id) }
    current = step?.object
    for done in trace.steps.prefix((step?.index ?? trace.steps.count - 1) + 1) where done.kind == .dispose {
      if let object = done.object { isDisposed.insert(object) }
    }
  }

  private mutating func note(_ link: TracedObject.Link, of holder: ObjectID) {
    if let known = links.firstIndex(where: { $0.holder == holder && $0.held == link.target }) {
      if !links[known].names.contains(link.name) { links[known].names.append(link.name) }
    } else {
      links.append(Link(holder: holder, held: link.target, names: [link.name]))
    }
  }

  func picture(words: Wording) -> LayeredPicture {
    let place = Dictionary(uniqueKeysWithValues: objects.enumerated().map { ($1.id, $0) })
    let boxes = objects.map { object -> LayeredPicture.Box in
      let isDisposed = isDisposed.contains(object.id)
      var looks = ["role-\(object.role.rawValue)"]
      if isDisposed { looks.append("disposed") }
      if object.id == current { looks.append("current") }
      return LayeredPicture.Box(
        name: object.name, detail: isDisposed ? words(.disposedOf) : "",
        title: "\(object.fullTypeName) #\(object.ordinal)", style: looks.joined(separator: " "))
    }
    let arrows = links.map { link in
      LayeredPicture.Arrow(
        from: place[link.holder]!, to: place[link.held]!, label: link.names.joined(separator: ", "), style: "holds")
    }
    return LayeredPicture(boxes: boxes, arrows: arrows, direction: .downwards)
  }

  /// The content of the picture, in words.
  func sentences(words: Wording) -> [HTML] {
    let names = Dictionary(uniqueKeysWithValues: objects.map { ($0.id, $0.name) })
    return links.map { link in
      Self.sentence(
        words(.graphWords),
        [names[link.holder]!, names[link.held]!, link.names.joined(separator: ", ")])
    } + objects.filter { isDisposed.contains($0.id) }.map { "<code>\($0.name)</code>: \(words(.disposedOf))" }
  }

  /// A text in which each `%` is replaced by a name.
  static func sentence(_ text: String, _ names: [String]) -> HTML {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    var html = HTML(text: parts[0])
    for (name, part) in zip(names, parts.dropFirst()) { html += "<code>\(name)</code>\(part)" }
    return html
  }
}
