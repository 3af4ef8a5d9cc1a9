import RxTrace

/// Finds the inputs' elements that an element is, or was made of.
///
/// An element that a call delivers while it handles another element comes from that element. An element that an
/// operator held comes from its delivery to the operator, not from the action or the event that released it.
struct Lineage {
  private let run: VirtualRun
  /// The steps that are deliveries of inputs.
  private let inputs: [Int: MarbleScene.Origin]
  /// The text of an input's element.
  private let text: (MarbleScene.Origin) -> String
  /// For each text, the deliveries of elements with that text, in order.
  private let deliveries: [String: [Int]]

  init(_ run: VirtualRun, inputs: [Int: MarbleScene.Origin], text: @escaping (MarbleScene.Origin) -> String) {
    self.run = run
    self.inputs = inputs
    self.text = text
    deliveries = Dictionary(
      grouping: run.trace.steps.indices.filter { run.trace.steps[$0].kind == .on && run.trace.steps[$0].event == .next }
    ) { run.text(of: run.trace.steps[$0]) }
  }

  /// The inputs' elements that the element of a delivery comes from, in the order of lanes.
  func origins(of step: Int) -> [MarbleScene.Origin] {
    var origins = Set(walk(from: step))
    let whole = run.text(of: run.trace.steps[step])
    if whole.hasPrefix("[") { origins = Set(parts(of: whole, before: step, isList: true)) }
    // An element that several inputs contribute to has their texts in it.
    let isComposed = !origins.isEmpty && origins.allSatisfy { text($0) != whole }
    if isComposed && !whole.hasPrefix("[") { origins.formUnion(missingParts(of: whole, origins, before: step)) }
    return origins.sorted { ($0.lane, $0.event) < ($1.lane, $1.event) }
  }

  /// Follows an element back, delivery by delivery.
  private func walk(from step: Int) -> [MarbleScene.Origin] {
    var current = step
    for _ in run.trace.steps.indices {
      if let input = inputs[current] { return [input] }
      let around = run.nearestDelivery(around: current)
      let own = run.text(of: run.trace.steps[current])
      if let around, run.text(of: run.trace.steps[around]) == own || isComputed(current, from: around) {
        current = around
      } else if let held = deliveries[own]?.last(where: { $0 < current && isOfOther($0, than: current) }) {
        current = held
      } else if let around {
        current = around
      } else {
        return []
      }
    }
    return []
  }

  /// Whether a closure of the program got the enclosing element during its delivery, before this element was sent.
  private func isComputed(_ step: Int, from around: Int) -> Bool {
    let value = run.trace.steps[around].value
    return run.trace.steps[(around + 1)..<step].contains {
      $0.kind == .closure && $0.parent == around && $0.value == value
    }
  }

  /// Whether an earlier delivery went to another object, because one object never gets the same element twice.
  private func isOfOther(_ earlier: Int, than step: Int) -> Bool {
    guard let receiver = run.trace.steps[earlier].object else { return false }
    return receiver != run.trace.steps[step].object && run.trace.objects[receiver].typeName != "TestableObserver"
  }

  private func missingParts(
    of whole: String, _ known: Set<MarbleScene.Origin>, before step: Int
  ) -> [MarbleScene.Origin] {
    let lanes = Set(known.map(\.lane))
    var latest: [Int: MarbleScene.Origin] = [:]
    for (delivery, origin) in inputs where delivery < step && !lanes.contains(origin.lane) {
      let part = text(origin)
      guard !part.isEmpty, whole.contains(part), origin.event > latest[origin.lane]?.event ?? -1 else { continue }
      latest[origin.lane] = origin
    }
    return Array(latest.values)
  }

  /// The inputs' elements in a list: for each text, the latest delivery before a step that is not used already.
  private func parts(of list: String, before step: Int, isList: Bool) -> [MarbleScene.Origin] {
    let texts = list.dropFirst().dropLast().components(separatedBy: ", ").map(StepValue.unquoted)
    var taken: Set<MarbleScene.Origin> = []
    for text in texts.reversed() {
      let found = deliveries[text]?.last { $0 < step && inputs[$0].map { !taken.contains($0) } ?? false }
      if let origin = found.flatMap({ inputs[$0] }) { taken.insert(origin) }
    }
    return Array(taken)
  }
}
