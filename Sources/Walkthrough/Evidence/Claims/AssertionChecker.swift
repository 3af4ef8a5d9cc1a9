import RxTrace

/// Checks assertions against a recorded run.
struct AssertionChecker {
  let run: Evidence

  private var search: RunSearch { RunSearch(run: run) }

  /// The problems of an assertion; empty if the run confirms it.
  func problems(with assertion: Assertion) -> [Problem] {
    let missing =
      patterns(of: assertion.claim).compactMap { placed in
        run.missingSymbol(placed.pattern).map { Problem(placed.place, $0.message(for: placed.pattern.text)) }
          ?? missingOrdinal(placed)
      } + objects(of: assertion.claim).compactMap(missingObject) + missingThread(assertion)
    guard missing.isEmpty else { return missing }
    return recordedInstead(of: assertion.claim).map {
      [Problem(assertion.place, "claimed \(assertion.text), recorded \($0)")]
    } ?? []
  }

  private func patterns(of claim: Assertion.Claim) -> [PlacedPattern] {
    switch claim {
    case .count(let pattern, _, .of(let other)), .depth(let pattern, _, .of(let other)): [pattern, other]
    case .value(let pattern, .of(let other), _): [pattern, other]
    case .count(let pattern, _, _), .depth(let pattern, _, _), .value(let pattern, _, _), .place(let pattern, _, _):
      [pattern]
    case .thread(let left, let right, _), .object(let left, let right, _): [left, right]
    case .relation(let left, _, let right, _): [left, right]
    case .holds: []
    }
  }

  private func objects(of claim: Assertion.Claim) -> [PlacedObject] {
    if case .holds(let holder, let held, _) = claim { [holder, held] } else { [] }
  }

  /// The recorded fact, if it differs from the claim.
  private func recordedInstead(of claim: Assertion.Claim) -> String? {
    switch claim {
    case .count(let placed, let comparison, let number): count(placed, comparison, number)
    case .depth(let placed, let comparison, let number): depth(placed, comparison, number)
    case .thread(let left, let right, let isEqual): threads(left, right, isEqual)
    case .place(let placed, let thread, let isEqual): places(placed, thread, isEqual)
    case .object(let left, let right, let isEqual): objects(left, right, isEqual)
    case .relation(let first, let relation, let second, let isDenied): order(first, relation, second, isDenied)
    case .value(let placed, let values, let isEqual): self.values(placed, values, isEqual)
    case .holds(let holder, let held, let isDenied): holds(holder, held, isDenied)
    }
  }

  // MARK: Numbers

  private func count(_ placed: PlacedPattern, _ comparison: Comparison, _ number: Assertion.Number) -> String? {
    let found = steps(placed)
    switch number {
    case .literal(let number):
      if comparison.holds(found.count, number) { return nil }
      return "\(found.count)" + (found.isEmpty ? search.nearest(to: placed.pattern) : search.numbers(found))
    case .of(let other):
      let others = steps(other)
      if comparison.holds(found.count, others.count) { return nil }
      return "\(found.count)\(search.numbers(found)) and \(others.count)\(search.numbers(others))"
    }
  }

  private func depth(_ placed: PlacedPattern, _ comparison: Comparison, _ number: Assertion.Number) -> String? {
    if let none = none(of: placed) { return none }
    let depths = depths(placed)
    switch number {
    case .literal(let number):
      if depths.allSatisfy({ comparison.holds($0, number) }) { return nil }
      return list(depths)
    case .of(let other):
      if let none = none(of: other) { return none }
      let others = self.depths(other)
      if depths.allSatisfy({ depth in others.allSatisfy { comparison.holds(depth, $0) } }) { return nil }
      return "\(list(depths)) and \(list(others))"
    }
  }

  private func depths(_ placed: PlacedPattern) -> [Int] { Set(steps(placed).map(\.depth)).sorted() }

  private func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

  // MARK: Threads and objects

  private func threads(_ left: PlacedPattern, _ right: PlacedPattern, _ isEqual: Bool) -> String? {
    if let none = none(of: left) ?? none(of: right) { return none }
    let (first, second) = (threads(left), threads(right))
    return areAsClaimed(first, second, isEqual) ? nil : "\(describe(first)) and \(describe(second))"
  }

  private func places(_ placed: PlacedPattern, _ thread: ClaimedThread, _ isEqual: Bool) -> String? {
    if let none = none(of: placed) { return none }
    let others = steps(placed).filter { thread.holds(for: $0, in: run.trace) != isEqual }
    return others.isEmpty ? nil : run.trace.places(of: others).joined(separator: ", ") + search.numbers(others)
  }

  private func threads(_ placed: PlacedPattern) -> [Int] {
    Set(steps(placed).map { run.trace.threads[$0.thread].ordinal }).sorted()
  }

  private func describe(_ threads: [Int]) -> String { "thread\(threads.count == 1 ? "" : "s") " + list(threads) }

  private func objects(_ left: PlacedPattern, _ right: PlacedPattern, _ isEqual: Bool) -> String? {
    if let none = none(of: left) ?? none(of: right) { return none }
    let (first, second) = (objects(left), objects(right))
    if areAsClaimed(first, second, isEqual) { return nil }
    return [first, second].map { objects in
      objects.isEmpty ? "no object" : objects.map { run.trace.name(of: $0) }.joined(separator: ", ")
    }.joined(separator: " and ")
  }

  private func objects(_ placed: PlacedPattern) -> [ObjectID] { Set(steps(placed).compactMap(\.object)).sorted() }

  /// Whether the numbers are the same for `==`, or have none in common for `!=`.
  private func areAsClaimed(_ first: [Int], _ second: [Int], _ isEqual: Bool) -> Bool {
    isEqual ? first == second : Set(first).isDisjoint(with: second)
  }

  // MARK: Order

  private func order(
    _ first: PlacedPattern, _ relation: Assertion.Relation, _ second: PlacedPattern, _ isDenied: Bool
  ) -> String? {
    if let none = none(of: first) ?? none(of: second) { return none }
    switch relation {
    case .before: return precedes(first, second, isDenied)
    case .after:
      let (next, last) = (steps(first).first!, steps(second).last!)
      return (next.index > last.index) != isDenied ? nil : located(next, last)
    case .inside:
      let outside = steps(first).first { !isEnclosed($0, by: second.pattern) }
      switch (outside, isDenied) {
      case (nil, false), (.some, true): return nil
      case (let step?, false):
        return "\(run.describe(step)) (step \(step.number)) outside of any \(second.pattern.text)"
      case (nil, true): return "each of them inside"
      }
    }
  }

  private func precedes(_ first: PlacedPattern, _ second: PlacedPattern, _ isDenied: Bool) -> String? {
    let (last, next) = (steps(first).last!, steps(second).first!)
    return (last.index < next.index) != isDenied ? nil : located(last, next)
  }

  private func located(_ one: Step, _ other: Step) -> String {
    "\(run.describe(one)) as step \(one.number), \(run.describe(other)) as step \(other.number)"
  }

  private func isEnclosed(_ step: Step, by pattern: StepPattern) -> Bool {
    var parent = step.parent
    while let index = parent {
      if run.matches(run.trace.steps[index], pattern) { return true }
      parent = run.trace.steps[index].parent
    }
    return false
  }

  // MARK: Values

  private func values(_ placed: PlacedPattern, _ claimed: Assertion.Values, _ isEqual: Bool) -> String? {
    let found = carrying(placed)
    switch claimed {
    case .literal(let values):
      let isSame = found.count == values.count && zip(values, found).allSatisfy { $0.holds(for: $1) }
      if isSame == isEqual { return nil }
      let isString = values.contains { value in found.contains { value.holdsInQuotes(for: $0) } }
      return describe(found) + (isString ? "; a string stands in quotes" : "")
    case .of(let other):
      let others = carrying(other)
      return (texts(found) == texts(others)) == isEqual ? nil : "\(describe(found)) and \(describe(others))"
    }
  }

  /// The steps that carry an element, or output.
  private func carrying(_ placed: PlacedPattern) -> [Step] {
    steps(placed).filter { step in
      step.event == .next || step.kind == .output || step.event == placed.pattern.event && step.value != nil
    }
  }

  private func texts(_ steps: [Step]) -> [String] {
    steps.map { $0.kind == .output ? StepValue.printed($0) : StepValue.unquoted($0.value?.text ?? "…") }
  }

  private func describe(_ steps: [Step]) -> String {
    let texts = steps.map { $0.kind == .output ? StepValue.printed($0).debugDescription : $0.value?.text ?? "…" }
    return "[" + texts.joined(separator: ", ") + "]"
  }

  // MARK: What no run can deny

  /// An object that the run does not have, which may be misspelt; so nothing is claimed of it, not even that it is not
  /// called.
  private func missingOrdinal(_ placed: PlacedPattern) -> Problem? {
    guard let type = placed.pattern.type, let ordinal = placed.pattern.ordinal else { return nil }
    return missingObject(PlacedObject(type: type, ordinal: ordinal, text: placed.pattern.text, place: placed.place))
  }

  private func missingThread(_ assertion: Assertion) -> [Problem] {
    guard case .place(_, let thread, isEqual: false) = assertion.claim,
      !run.trace.steps.contains(where: { thread.holds(for: $0, in: run.trace) })
    else { return [] }
    let places = Set(run.trace.places(of: run.trace.steps)).sorted().joined(separator: ", ")
    return [Problem(assertion.place, "no step of this run is on \(thread.text), but on \(places)")]
  }

  // MARK: Links between objects

  private func missingObject(_ placed: PlacedObject) -> Problem? {
    guard objects(placed).isEmpty else { return missingProperty(placed) }
    guard run.index.type(named: placed.type)?.file != run.code.pipelineFile else {
      return Problem(
        placed.place,
        "`\(placed.type)` is a type of the program; a recording knows only which objects of the engine hold each other")
    }
    let names = Set(run.trace.objects.flatMap { placed.ordinal == nil ? [$0.typeName] : [$0.name] })
    let wanted = placed.ordinal.map { "\(placed.type)#\($0)" } ?? placed.type
    if let part = recordedPart(of: placed.type) {
      return Problem(placed.place, "a recording names what a `\(placed.type)` is made of: write `\(part)`")
    }
    return Problem(
      placed.place, "no object `\(wanted)` took part in the run" + Nearest.similarSuggestion(for: wanted, among: names))
  }

  private func missingProperty(_ placed: PlacedObject) -> Problem? {
    guard let property = placed.property else { return nil }
    let linked = objects(placed).flatMap { $0.links.map(\.name) }
    let names = Set(run.index.membersKnown(as: placed.type).filter { $0.kind == .property }.map(\.name) + linked)
    guard !names.isEmpty, !names.contains(property) else { return nil }
    return Problem(
      placed.place, "`\(placed.type)` has no property `\(property)`" + Nearest.suggestion(for: property, among: names))
  }

  /// The type of the object that the functions of a relay or another trait made steps of: `PublishSubject` for
  /// `PublishRelay`.
  private func recordedPart(of type: String) -> String? {
    let step = run.trace.steps.first { run.calledFunction(of: $0)?.context.last == type }
    return step.flatMap(run.trace.object)?.typeName
  }

  private func objects(_ placed: PlacedObject) -> [TracedObject] {
    run.trace.objects.filter { object in
      guard placed.ordinal == nil || placed.ordinal == object.ordinal else { return false }
      return object.typeName == placed.type
        || run.index.ancestry(of: object.typeName).contains { $0.qualifiedName == placed.type }
    }
  }

  private func holds(_ holder: PlacedObject, _ held: PlacedObject, _ isDenied: Bool) -> String? {
    let targets = Set(objects(held).map(\.id))
    let holders = objects(holder)
    let found = holders.flatMap { object in
      object.links.filter { targets.contains($0.target) && (holder.property ?? $0.name) == $0.name }
        .map { "\(object.name).\($0.name) holding \(run.trace.name(of: $0.target))" }
    }
    if found.isEmpty == isDenied { return nil }
    guard !isDenied else { return found.joined(separator: ", ") }
    return holders.map { object in
      let links = object.links.map { "\($0.name) \(run.trace.name(of: $0.target))" }
      return "\(object.name) holding " + (links.isEmpty ? "nothing by a property" : links.joined(separator: ", "))
    }.joined(separator: "; ")
  }

  // MARK: Steps

  private func none(of placed: PlacedPattern) -> String? {
    guard steps(placed).isEmpty else { return nil }
    return "no \(placed.pattern.text)" + search.nearest(to: placed.pattern)
  }

  private func steps(_ placed: PlacedPattern) -> [Step] {
    run.trace.steps.filter { run.matches($0, placed.pattern) }
  }
}
