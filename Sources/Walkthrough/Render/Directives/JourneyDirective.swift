import RxTrace

/// Draws calls of a run as numbered arrows between its objects, and describes each below. Lines that begin with `#` are
/// titles; every other line is a call, checked against the run. A call after `+` shares the number of the call above.
///
///     ```journey pipeline=flow.swift
///     # The way up
///     Map.subscribe                               | you subscribe
///     Map.run → MapSink                           | makes the sink
///     # The way down
///     MapSink.on(next:) 1                         | an element comes
///     AnonymousObserver.closure → "your closure"  | and arrives
///     ```
struct JourneyDirective: Directive {
  static let name = "journey"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let text = try JourneyText(block.body)
    guard let run = try run() else { return "" }
    let journey = try Journey(text, of: run)
    let title = words(.journeyOf, run.fileName)
    let id = context.numbered(Self.name)
    let picture = picture(of: journey).svg(identifier: id, title: title, summary: words(.journeyDescription))
    return """
      <figure class="diagram journey" id="\(id)">
      <figcaption>\(caption ?? HTML(text: title))</figcaption>
      <div class="diagram-scroll" role="group" aria-label="\(title)" tabindex="0">
      \(picture)
      </div>
      \(journey.ways.indices.map { list($0, of: journey, id) }.joined(separator: "\n"))
      </figure>
      """
  }

  // MARK: The picture

  private func picture(of journey: Journey) -> LayeredPicture {
    let nodes = journey.nodes
    let places = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    let boxes = nodes.map { node -> LayeredPicture.Box in
      let name = journey.name(of: node, program: words(.journeyProgram))
      guard let object = journey.object(of: node) else {
        return LayeredPicture.Box(name: name, title: name, style: "role-program")
      }
      return LayeredPicture.Box(
        name: name, title: "\(object.fullTypeName) #\(object.ordinal)", style: "role-\(object.role.rawValue)")
    }
    var arrows: [LayeredPicture.Arrow] = []
    for call in journey.calls {
      let (from, to) = (places[call.from]!, places[call.to]!)
      if let known = arrows.firstIndex(where: { $0.from == from && $0.to == to }) {
        arrows[known].numbers.append(call.number)
        arrows[known].label = ""
      } else {
        let style = "way-\(Self.look(call.way))"
        arrows.append(
          LayeredPicture.Arrow(from: from, to: to, label: Self.label(call.step), numbers: [call.number], style: style))
      }
    }
    return LayeredPicture(boxes: boxes, arrows: arrows, direction: .downwards)
  }

  /// The look of a way, because the style sheet has three looks.
  private static func look(_ way: Int) -> Int { way % 3 }

  /// The label of a step, `on(next:) "hello"`; only the value for a closure.
  private static func label(_ step: Step) -> String {
    [name(of: step), value(of: step)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func name(of step: Step) -> String {
    guard step.kind != .closure else { return "" }
    let name = step.kind.rawValue
    return step.event.map { $0 == .completed ? "\(name)Completed" : "\(name)(\($0.rawValue):)" } ?? name
  }

  private static func value(of step: Step) -> String { step.event == nil ? "" : step.value?.text ?? "" }

  // MARK: The same in words

  private func list(_ way: Int, of journey: Journey, _ id: String) -> HTML {
    let calls = journey.calls.filter { $0.way == way }
    let numbers = calls[0].number...calls[calls.count - 1].number
    let (text, line) = journey.ways[way]
    let title: HTML = text.isEmpty ? "" : "<p class=\"journey-way\">\(page.markdown.note(text, line: line))</p>\n"
    let items = numbers.map { number -> HTML in
      let parts = calls.filter { $0.number == number }.map { part($0, of: journey) }
      return """
        <li id="\(id)-step-\(number)"><span class="journey-number">\(number)</span>
        \(parts.joined(separator: "\n"))
        </li>
        """
    }
    return """
      <div class="way-\(Self.look(way))">
      \(title)<ol class="journey-steps" start="\(numbers.lowerBound)">
      \(items.joined(separator: "\n"))
      </ol>
      </div>
      """
  }

  private func part(_ call: Journey.Call, of journey: Journey) -> HTML {
    func name(_ node: Journey.Node) -> HTML {
      let name = journey.name(of: node, program: words(.journeyProgram))
      return journey.object(of: node) == nil ? HTML(text: name) : "<code>\(name)</code>"
    }
    func code(_ text: String, _ style: HTML = "") -> HTML { text.isEmpty ? "" : " <code\(style)>\(text)</code>" }
    let called = code(Self.name(of: call.step)) + code(Self.value(of: call.step), " class=\"value\"")
    let note = call.note.map { "\n<p>\(page.markdown.note($0.text, line: $0.place.line))</p>" as HTML } ?? ""
    return """
      <p class="journey-call"><span class="journey-ends">\(name(call.from)) → \(name(call.to))</span>\(called)</p>\(note)
      """
  }
}
