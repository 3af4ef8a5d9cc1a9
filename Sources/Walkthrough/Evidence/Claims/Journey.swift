import RxTrace

/// Calls of a run as arrows between its objects and the program. The recording has the caller and the called object of
/// each.
struct Journey {
  enum Node: Hashable {
    case program
    case object(ObjectID)
    /// A closure of the program: the object that calls it, and its name.
    case closure(ObjectID, String)
  }

  struct Call {
    /// The call's number, from 1; calls that belong together share one.
    var number: Int
    /// The position in ``ways``.
    var way: Int
    var step: Step
    var from: Node
    var to: Node
    var note: (text: String, place: Place)?
  }

  let ways: [(text: String, line: Int)]
  private(set) var calls: [Call] = []
  private let run: Evidence
  private var closures: [Int: String] = [:]

  /// - Throws: ``Problem`` at the first line that the run does not confirm.
  init(_ text: JourneyText, of run: Evidence) throws(Problem) {
    ways = text.titles
    self.run = run
    var position = 0
    for line in text.lines {
      let step = try find(line.claim, from: position)
      position = step.index + 1
      try add(step, line)
    }
  }

  /// All ends of the calls, in order of first appearance.
  var nodes: [Node] {
    var known: Set<Node> = []
    return calls.flatMap { [$0.from, $0.to] }.filter { known.insert($0).inserted }
  }

  func name(of node: Node, program: String) -> String {
    switch node {
    case .program: program
    case .closure(_, let name): name
    case .object(let object): isOnly(object) ? run.trace.objects[object].typeName : run.trace.objects[object].name
    }
  }

  func object(of node: Node) -> TracedObject? {
    if case .object(let object) = node { run.trace.objects[object] } else { nil }
  }

  /// Whether the run has no other object of its type.
  private func isOnly(_ object: ObjectID) -> Bool {
    run.trace.objects.count { $0.typeName == run.trace.objects[object].typeName } == 1
  }

  // MARK: The claims

  private func find(_ claim: StepClaim, from position: Int) throws(Problem) -> Step {
    if let missing = run.missingSymbol(claim.pattern) {
      throw Problem(claim.place, missing.message(for: claim.pattern.text))
    }
    guard let found = run.trace.steps[position...].first(where: { run.matches($0, claim) }) else {
      let nearest = RunSearch(run: run).nearest(to: claim)
      throw Problem(
        claim.place, "claimed \(claim.text), recorded no such step from step \(position + 1) on" + nearest)
    }
    return found
  }

  private mutating func add(_ step: Step, _ line: JourneyText.Line) throws(Problem) {
    guard let object = step.object else {
      throw Problem(line.claim.place, "`\(line.claim.text)` is not a call of an object")
    }
    let (from, to): (Node, Node)
    if step.kind == .closure {
      if let target = line.target, !target.isQuoted {
        throw Problem(target.place, "the name that you give a closure stands in quotes: `→ \"\(target.text)\"`")
      }
      closures[step.index] = line.target?.text ?? run.trace.closureName(of: step)
      (from, to) = (.object(object), .closure(object, closures[step.index]!))
    } else if let target = line.target {
      (from, to) = (.object(object), .object(try made(target, during: step)))
    } else {
      (from, to) = (caller(of: step), .object(object))
    }
    guard from != to else {
      throw Problem(
        line.claim.place, "`\(line.claim.text)` is a call of the object itself; it has no arrow to another one")
    }
    let note = line.claim.note.map { (text: $0, place: line.claim.notePlace ?? line.claim.place) }
    let number = (calls.last?.number ?? 0) + (line.isContinued ? 0 : 1)
    calls.append(Call(number: number, way: line.way, step: step, from: from, to: to, note: note))
  }

  /// The nearest object around a call, or the closure of the program that makes the call.
  private func caller(of step: Step) -> Node {
    var parent = step.parent
    while let index = parent {
      let enclosing = run.trace.steps[index]
      if let object = enclosing.object {
        if enclosing.kind == .closure {
          return .closure(object, closures[index] ?? run.trace.closureName(of: enclosing))
        }
        if object != step.object { return .object(object) }
      }
      parent = enclosing.parent
    }
    return .program
  }

  // MARK: Objects by name

  private func made(_ name: JourneyText.Name, during step: Step) throws(Problem) -> ObjectID {
    let end = step.endTime ?? .max
    let alike = run.trace.objects.filter { $0.typeName == name.text || $0.name == name.text }
    guard !alike.isEmpty else {
      let nearest = Nearest.suggestion(for: name.text, among: run.trace.objects.map(\.typeName))
      throw Problem(name.place, "no object `\(name.text)` in the run\(nearest)")
    }
    guard let found = alike.first(where: { (step.time...max(end, step.time)).contains($0.knownSince) }) else {
      let call = "\(run.describe(step)) (step \(step.number))"
      throw Problem(name.place, "claimed that an object `\(name.text)` is made during \(call), recorded none")
    }
    return found.id
  }
}
