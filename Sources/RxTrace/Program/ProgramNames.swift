import TraceFormat

/// The names by which a reader of the program's source knows the objects of a run, and the lines that made its calls.
///
///     let names = ProgramNames(run)
///     names.name(of: filterSink)
///     // Result: "filter (who.swift:11)"
///     names.caller(of: step)?.text
///     // Result: "who.swift:5 addToCart()"
///
/// Stages are named after the function that the program calls, variables after their declaration, and sinks and inner
/// observers like the observable that they belong to. The operators that one function of a package builds have the name of
/// that function. An object of which the recording or the debug information says nothing has its type's name.
public struct ProgramNames: Sendable {
  private let trace: Trace
  /// The calls by the positions of their stacks in ``Trace/callStacks``.
  private let calls: [SourceCall?]
  private let names: [ObjectName]
  /// The position of each step itself, or of the nearest step around it, with a call in ``calls``; -1 for none.
  private let nearestCalls: [Int32]
  /// The stage that each object belongs to.
  private let owners: [ObjectID]
  /// The lines of the program's closures, as far as its source tells them.
  private let closures: [Closure: SourceLine]
  private let types: ShortTypes

  /// A closure that a call of the program passes: the call, and the event that the closure takes.
  private struct Closure: Hashable {
    var site: Int
    var event: EventKind?
  }

  /// The name of an object, and its place among the objects of that name.
  private struct ObjectName: Sendable {
    var label: String
    var site: Int?
    var isVariable = false
    var chainVariable: String?
    /// The place among objects with the same name, from 1; 0 if no other object has the name.
    var ordinal = 0
  }

  /// - Parameter run: the whole run: a part lacks the steps that tell which sink belongs to which observable.
  public init(_ run: LocatedTrace) { self.init(run, StageGraph(run.trace)) }

  /// - Parameters:
  ///   - graph: the graph of the whole run, even if the steps are only a part of the run.
  ///   - facts: the facts of the whole run; nil to find the facts of the steps.
  package init(_ run: LocatedTrace, _ graph: StageGraph, _ facts: NamingFacts? = nil) {
    let facts = facts ?? NamingFacts(run.trace)
    trace = run.trace
    let types = ShortTypes(run)
    self.types = types
    let calls = run.trace.callStacks.map { stack in
      run.sourceCall(in: stack).map { $0.naming($0.function.map { types.shortened($0) }) }
    }
    self.calls = calls
    nearestCalls = Self.nearestCalls(run.trace, calls)
    owners = StageOwners(graph, run.trace.objects, calls).owners
    var builder = NameBuilder(run, calls, facts)
    var names = run.trace.objects.map { object in
      ObjectName(
        label: builder.label(of: object), site: builder.site(of: object), isVariable: builder.isVariable(object),
        chainVariable: builder.chainVariable(of: object))
    }
    Self.number(&names, run.trace.objects)
    self.names = names
    closures = Self.closures(facts, calls, &builder) { [owners] in names[owners[$0]].site }
  }

  private static func closures(
    _ facts: NamingFacts, _ calls: [SourceCall?], _ builder: inout NameBuilder, _ site: (ObjectID) -> Int?
  ) -> [Closure: SourceLine] {
    var lines: [Closure: SourceLine?] = [:]
    for called in facts.closures {
      guard let site = site(called.object), let call = calls[site] else { continue }
      let closure = Closure(site: site, event: called.event)
      if lines[closure] == nil { lines[closure] = .some(builder.closureLine(of: called.event, passedBy: call)) }
    }
    return lines.compactMapValues(\.self)
  }

  private static func number(_ names: inout [ObjectName], _ objects: [TracedObject]) {
    var places: [String: [ObjectID]] = [:]
    for object in objects where object.role == .observable || object.role == .subject {
      places["\(names[object.id].label)@\(names[object.id].site ?? -1)", default: []].append(object.id)
    }
    for same in places.values where same.count > 1 {
      for (place, id) in same.enumerated() { names[id].ordinal = place + 1 }
    }
  }

  // MARK: Objects

  /// The observable, subject or observer that an object belongs to: the observable of a sink or of an inner observer.
  public func owner(of object: ObjectID) -> ObjectID { owners[object] }

  /// The short name of the object's stage: `cart`, `map`, `subscribe`.
  public func label(of object: ObjectID) -> String { names[owners[object]].label }

  /// The variable that holds the chain of operators that ends with the object's stage; nil if there is none.
  func chainVariable(of object: ObjectID) -> String? { names[owners[object]].chainVariable }

  /// The name with the line that made it, and a number if the line made several: `cart`, `map (who.swift:10)`.
  public func name(of object: ObjectID) -> String {
    let name = names[owners[object]]
    let number = name.ordinal > 0 ? "#\(name.ordinal)" : ""
    guard !name.isVariable, let place = place(of: object) else { return name.label + number }
    return "\(name.label)\(number) (\(place.shortDescription))"
  }

  /// The operator that the object belongs to, whatever variable holds it: `map`, `just`, `PublishSubject`, `subscribe`.
  package func operatorName(of object: ObjectID) -> String {
    let owner = trace.objects[owners[object]]
    if owner.role == .subject { return owner.typeName }
    guard names[owner.id].isVariable else { return names[owner.id].label }
    return call(of: owner.id)?.callee?.calledName ?? owner.typeName
  }

  /// The line of the program's own source that made the object's stage.
  public func place(of object: ObjectID) -> SourceLine? { site(of: object).flatMap { calls[$0]?.line } }

  /// The call in the program's source that made the object's stage.
  public func call(of object: ObjectID) -> SourceCall? { site(of: object).flatMap { calls[$0] } }

  /// Whether two objects were made by one call in the program's source, like the operators that a package's function
  /// builds, or the sequences that a closure makes again and again.
  public func areOfOneCall(_ one: ObjectID, _ other: ObjectID) -> Bool {
    guard let first = call(of: one), let second = call(of: other) else { return false }
    return first == second
  }

  private func site(of object: ObjectID) -> Int? { names[owners[object]].site }

  /// The line where the closure that a step enters is written; nil for other steps, and if the source does not tell it.
  public func closureLine(of step: Step) -> SourceLine? {
    step.kind == .closure ? step.object.flatMap { closureLine(of: $0, for: step.event) } : nil
  }

  /// The line where the closure is written that an object calls for an event; nil if the run does not call it, and if the
  /// source does not tell the line.
  public func closureLine(of object: ObjectID, for event: EventKind?) -> SourceLine? {
    site(of: object).flatMap { closures[Closure(site: $0, event: event)] }
  }

  // MARK: Values

  /// A value with short names of the program's types: `Optional(Promo(percent: 3))` for `Optional(Shop.Promo(percent: 3))`.
  package func short(_ value: TracedValue) -> TracedValue {
    TracedValue(text: types.shortened(value.text), isComplete: value.isComplete, identity: value.identity)
  }

  // MARK: Steps

  /// The call in the program's source that led to a step: its own, or that of the nearest call around it. Nil if none is
  /// known, as for an action that a scheduler starts.
  public func caller(of step: Step) -> SourceCall? {
    nearestCall(step.index).flatMap { trace.steps[$0].callStack }.flatMap { calls[$0] }
  }

  private func nearestCall(_ step: Int) -> Int? { nearestCalls[step] < 0 ? nil : Int(nearestCalls[step]) }

  /// The loop goes from the outermost steps inwards, because a walk outwards from each step would be too long in deep calls.
  private static func nearestCalls(_ trace: Trace, _ calls: [SourceCall?]) -> [Int32] {
    var nearest: [Int32] = []
    nearest.reserveCapacity(trace.steps.count)
    for step in trace.steps {
      let hasCall = step.callStack.map { calls[$0] != nil } ?? false
      nearest.append(hasCall ? Int32(step.index) : step.parent.map { nearest[$0] } ?? -1)
    }
    return nearest
  }

  /// The call in the program's source that made this step's call itself, and not one around it.
  ///
  /// The engine may send an event on the program's behalf, as `bind(to:)` does: then the innermost line of the program is
  /// that of a call around this one.
  public func directCaller(of step: Step) -> SourceCall? {
    guard let stack = step.callStack, let call = calls[stack] else { return nil }
    guard let around = step.parent.flatMap(nearestCall), let outer = trace.steps[around].callStack else { return call }
    return calls[outer]?.address == call.address && isOneFrame(stack, outer, call.address) ? nil : call
  }

  /// Whether a return address stands for one frame in both stacks, and not for two frames of a recursion.
  private func isOneFrame(_ inner: Int, _ outer: Int, _ address: ReturnAddress) -> Bool {
    let stacks = [trace.callStacks[inner], trace.callStacks[outer]]
    // The outermost frames of a deep stack are not recorded, so that nothing can be counted from there.
    guard stacks.allSatisfy({ $0.count < Self.mostFrames }) else { return true }
    let places = stacks.map { stack in stack.firstIndex(of: address).map { stack.count - $0 } }
    return places[0] == places[1]
  }

  /// The number of frames that a recorder keeps of a stack.
  private static let mostFrames = 32

  // MARK: Parts

  /// The run's names for a part of it.
  /// - Parameters:
  ///   - part: the steps of the part.
  ///   - objects: the place in the part of each object that is in it.
  func of(_ part: Trace, _ objects: [ObjectID: ObjectID]) -> ProgramNames {
    ProgramNames(self, part, objects)
  }

  /// The run's names for other steps of it.
  package func forSteps(of piece: Trace) -> ProgramNames { ProgramNames(self, stepsOf: piece) }

  private init(_ whole: ProgramNames, stepsOf piece: Trace) {
    trace = piece
    (calls, names, owners, closures) = (whole.calls, whole.names, whole.owners, whole.closures)
    types = whole.types.including(piece)
    nearestCalls = Self.nearestCalls(piece, calls)
  }

  private init(_ whole: ProgramNames, _ part: Trace, _ objects: [ObjectID: ObjectID]) {
    trace = part
    calls = whole.calls
    closures = whole.closures
    types = whole.types
    nearestCalls = Self.nearestCalls(part, calls)
    var kept = Array(0..<part.objects.count)
    for (old, new) in objects { kept[new] = old }
    // Each object has its owner's name, because the owner of a sink may not be in the part.
    names = kept.map { whole.names[whole.owners[$0]] }
    owners = Array(kept.indices)
  }
}
