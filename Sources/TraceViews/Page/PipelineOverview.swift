import RxTrace

/// The pipelines of a run, each from its subscription up to its sources: the stages with their lines, how many elements
/// each was given and sent, and how it ended. As HTML for a page, in which places open the editor.
public struct PipelineOverview {
  private let run: LocatedTrace
  private let names: ProgramNames
  private let stages: StageLinks
  private let tallies: [ObjectID: Tally]

  private struct Tally {
    var given = 0
    var sent = 0
    var ending: String?
  }

  /// Subscriptions that are shown.
  private static let mostShown = 100
  /// Stages of one pipeline, and levels, that are shown: a feedback loop is shown once around.
  private static let (mostStages, deepest) = (200, 40)

  public init(_ run: LocatedTrace) {
    self.run = run
    names = run.programNames
    stages = StageLinks(run.trace)
    tallies = Self.tallies(run.trace, stages)
  }

  private static func tallies(_ trace: Trace, _ stages: StageLinks) -> [ObjectID: Tally] {
    var tallies: [ObjectID: Tally] = [:]
    for step in trace.steps {
      guard let object = step.object else { continue }
      let stage = stages.stage(of: object)
      switch (step.kind, step.event) {
      case (.on, .next): tallies[stage, default: Tally()].given += 1
      case (.forwardOn, .next): tallies[stage, default: Tally()].sent += 1
      case (.on, .completed?) where object == stage, (.forwardOn, .completed?): note("completed", of: stage)
      case (.on, .error?) where object == stage, (.forwardOn, .error?): note("error", of: stage)
      case (.dispose, _) where object == stage: note("disposed", of: stage)
      default: break
      }
    }
    return tallies

    func note(_ ending: String, of stage: ObjectID) {
      if tallies[stage]?.ending == nil { tallies[stage, default: Tally()].ending = ending }
    }
  }

  public var html: String {
    let observers = run.trace.steps.filter { $0.kind == .subscribeClosures || $0.kind == .subscribeHandler }
    guard !observers.isEmpty else { return "<main><p class=\"remark\">The program subscribed to nothing.</p></main>\n" }
    let more = observers.count - Self.mostShown
    let note =
      more > 0 ? "<p class=\"remark\">The first \(Self.mostShown) of \(observers.count) subscriptions.</p>\n" : ""
    return "<main>\n\(note)" + observers.prefix(Self.mostShown).map(section).joined() + "</main>\n"
  }

  private func section(_ subscription: Step) -> String {
    guard let observer = subscription.other else { return "" }
    var count = 0
    let place = names.directCaller(of: subscription)?.line ?? subscription.object.flatMap { names.place(of: $0) }
    let title = "<h2>\(escaped(names.label(of: observer)))</h2>"
    let row = "<div class=\"stage\">\(title)\(placeHTML(place))\(eventsHTML(observer))</div>"
    var seen: Set<ObjectID> = [observer]
    var list = sources(of: observer, 1, &seen, &count)
    // A source without a sink sends by itself.
    if list.isEmpty, let source = subscription.object {
      let name = "<b>\(escaped(names.label(of: source)))</b>"
      list = "<ul>\n<li><div class=\"stage\">\(name)\(placeHTML(names.place(of: source)))</div></li>\n</ul>\n"
    }
    return "<section class=\"pipeline\">\n\(row)\n\(list)</section>\n"
  }

  private func sources(of stage: ObjectID, _ level: Int, _ seen: inout Set<ObjectID>, _ count: inout Int) -> String {
    guard level < Self.deepest else { return "" }
    var items = ""
    for source in stages.sources(of: stage)
    where run.trace.objects[source].role != .observable && seen.insert(source).inserted {
      count += 1
      guard count <= Self.mostStages else { return items + "<li class=\"remark\">…</li>" }
      let name = "<b>\(escaped(names.label(of: source)))</b>"
      items +=
        "<li><div class=\"stage\">\(name)\(placeHTML(names.place(of: source)))\(eventsHTML(source))</div>"
        + sources(of: source, level + 1, &seen, &count) + "</li>\n"
    }
    return items.isEmpty ? "" : "<ul>\n\(items)</ul>\n"
  }

  private func placeHTML(_ line: SourceLine?) -> String { line.map(EditorButton.html) ?? "" }

  private func eventsHTML(_ stage: ObjectID) -> String {
    let tally = tallies[stage] ?? Tally()
    let isStage = run.trace.objects[stage].role == .sink || tally.sent > 0
    let counts = isStage ? "\(tally.given) in, \(tally.sent) out" : counted(tally.given, "element")
    let mark = tally.ending == "error" ? " ended" : ""
    let ending = tally.ending.map { " <span class=\"events\(mark)\">\($0)</span>" } ?? ""
    return "<span class=\"events\">\(counts)</span>\(ending)"
  }

  private func escaped(_ text: String) -> String { TextEscaping.html.escape(text) }
}
