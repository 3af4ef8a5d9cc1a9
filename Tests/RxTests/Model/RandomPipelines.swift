import Rx
import RxTest

/// A random number generator that gives the same numbers for the same seed, on every machine.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // SplitMix64, by Sebastiano Vigna.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices.randomElement(using: &self)! }

  /// True in `percent` of a hundred cases.
  mutating func happens(_ percent: Int) -> Bool { pick(1...100) <= percent }
}

extension Experiment {
  /// A random pipeline.
  init(seed: UInt64) {
    var chance = Chance(seed: seed)
    sources = (0..<chance.pick(1...4)).map { _ in Source(&chance) }
    disposal = chance.happens(60) ? 1000 : chance.pick(201...330)
    lastEvent = chance.happens(20) ? chance.pick(0...4) : nil
    var budget = chance.pick(1...8)
    pipeline = Pipeline(&chance, sources: sources.count, budget: &budget)
  }
}

extension Source {
  init(_ chance: inout Chance) {
    let isHot = chance.happens(60)
    var time = isHot ? 195 : 0
    var events: [Recorded<Event<Int>>] = []
    for _ in 0..<chance.pick(0...6) {
      time += isHot ? chance.pick(0...15) : chance.pick(1...15)
      events.append(.next(time, chance.pick(0...9)))
    }
    time += chance.pick(1...25)
    if chance.happens(65) {
      events.append(.completed(time))
    } else if chance.happens(50) {
      events.append(.error(time, TestError.first))
    }
    self.init(isHot: isHot, events: events)
  }
}

extension Pipeline {
  /// - Parameter budget: the maximum number of operators.
  fileprivate init(_ chance: inout Chance, sources: Int, budget: inout Int) {
    guard budget > 0 else {
      self = .source(chance.pick(0...sources - 1))
      return
    }
    budget -= 1
    let operation = chance.pick(ModelledOperator.all)
    let numbers = operation.numbers.map { chance.pick($0) }
    var inputs: [Pipeline] = []
    for _ in 0..<operation.inputs {
      let isLeaf = operation.inputs > 1 && chance.happens(40)
      inputs.append(
        isLeaf ? .source(chance.pick(0...sources - 1)) : Pipeline(&chance, sources: sources, budget: &budget))
    }
    self = .apply(operation, numbers: numbers, inputs: inputs)
  }
}
