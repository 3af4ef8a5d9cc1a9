import RxTrace

/// Writes the objects of a run as a graph for Graphviz: which objects hold and deliver to which.
///
/// The objects that the program made have one kind of box, those that a subscription made have others. Solid arrows are
/// properties that hold an object; bold arrows are deliveries, with the number of events.
///
///     Dot(trace).write { print($0, terminator: "") }
///     // Prints: digraph run {
///     //           …
///     //           o0 [label=<<b>Map</b>#1>, class="observable", …];
///     //           o0 -> o1 [label=<source>];
public struct Dot {
  private let trace: Trace
  private let origins: [ObjectID: SourceLine]

  /// - Parameters:
  ///   - origins: the line of the user's source that made an object, if it is known.
  public init(_ trace: Trace, origins: [ObjectID: SourceLine] = [:]) {
    self.trace = trace
    self.origins = origins
  }

  /// Writes the graph line by line.
  public func write(_ write: (String) throws -> Void) rethrows {
    try write(
      """
      digraph run {
        graph [rankdir=LR, bgcolor="transparent", nodesep=0.25, ranksep=0.6, fontname="Helvetica"];
        node [shape=box, style="rounded,filled", fillcolor="#f3f2ee", color="#7d828a", fontcolor="#1f2328", \
      fontname="Helvetica", fontsize=11, margin="0.14,0.07"];
        edge [color="#7d828a", fontcolor="#6a7078", fontname="Helvetica", fontsize=9, arrowsize=0.7];

      """)
    for object in trace.objects { try write("  \(node(object))\n") }
    for edge in holdings { try write("  \(edge)\n") }
    for edge in deliveries { try write("  \(edge)\n") }
    try write("}\n")
  }

  // MARK: Objects

  private func node(_ object: TracedObject) -> String {
    let type = Self.escaped(object.typeName)
    var lines = ["<b>\(type)</b>#\(object.ordinal)"]
    if let origin = origins[object.id] { lines.append(small(origin.shortDescription)) }
    let tip = Self.quoted("\(object.fullTypeName) #\(object.ordinal), \(object.role.rawValue)")
    return "o\(object.id) [label=<\(lines.joined(separator: "<br/>"))>, class=\"\(object.role.rawValue)\", "
      + "tooltip=\(tip)\(look(object.role))];"
  }

  private func small(_ text: String) -> String {
    "<font point-size=\"9\" color=\"#6a7078\">\(Self.escaped(text))</font>"
  }

  private func look(_ role: TracedObject.Role) -> String {
    switch role {
    case .observable: ", fillcolor=\"#dcebf7\", color=\"#1768a6\""
    case .subject: ", fillcolor=\"#e6def2\", color=\"#7a4fa3\", peripheries=2"
    case .sink: ", fillcolor=\"#ddf0e2\", color=\"#2f7d45\""
    case .observer: ", fillcolor=\"#fbe9d9\", color=\"#b0501a\""
    case .disposable: ", style=\"rounded,dashed\", fontcolor=\"#5a6068\""
    case .scheduler: ", fillcolor=\"#faf0cc\", color=\"#a07400\", style=\"filled\""
    case .other: ""
    }
  }

  // MARK: Arrows

  private var holdings: [String] {
    trace.objects.flatMap { object in
      object.links.map { "o\(object.id) -> o\($0.target) [label=<\(Self.escaped($0.name))>];" }
    }
  }

  /// The counted events from a sink to its observer and from a subject to its observers, in order of first appearance.
  private var deliveries: [String] {
    var order: [Delivery] = []
    var counts: [Delivery: Int] = [:]
    for step in trace.steps {
      guard let delivery = delivery(step) else { continue }
      if counts[delivery] == nil { order.append(delivery) }
      counts[delivery, default: 0] += 1
    }
    return order.map { delivery in
      let count = counts[delivery]!
      let label = "\(count) event\(count == 1 ? "" : "s")"
      return "o\(delivery.from) -> o\(delivery.to) [label=<\(label)>, style=bold, color=\"#1768a6\", "
        + "fontcolor=\"#1768a6\", class=\"delivery\"];"
    }
  }

  private struct Delivery: Hashable {
    var from: ObjectID
    var to: ObjectID
  }

  private func delivery(_ step: Step) -> Delivery? {
    if step.kind == .forwardOn, step.isDelivered, let sink = step.object, let observer = step.other {
      return Delivery(from: sink, to: observer)
    }
    guard step.kind == .on, let observer = step.object, let parent = step.parent.map({ trace.steps[$0] }) else {
      return nil
    }
    // Forwarded events are counted already; events that one `on` hands on, or that a subscription replays, are not.
    guard parent.kind == .on || parent.kind == .subscribe || parent.kind == .run else { return nil }
    guard let from = parent.object, from != observer else { return nil }
    return Delivery(from: from, to: observer)
  }

  // MARK: Escaping

  /// Text for an HTML-like label.
  static func escaped(_ text: String) -> String {
    SVG.escaped(text)
  }

  /// Text as a string in double quotes; Graphviz interprets backslashes and references to entities in it.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in ShownText.printable(text).unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
