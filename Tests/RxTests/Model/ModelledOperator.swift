import Rx
import RxTest

/// An operator in three forms: the engine's, the model, and Swift source.
struct ModelledOperator: Sendable {
  let name: String
  /// The number of its inputs.
  let inputs: Int
  /// The range of its numbers.
  let numbers: [ClosedRange<Int>]
  let engine: @Sendable (EngineInputs) -> Observable<Int>
  let model: @Sendable (ModelInputs) -> Behaviour
  let source: @Sendable (SourceInputs) -> String

  init(
    _ name: String, inputs: Int = 1, numbers: [ClosedRange<Int>] = [],
    source: @escaping @Sendable (SourceInputs) -> String,
    engine: @escaping @Sendable (EngineInputs) -> Observable<Int>,
    model: @escaping @Sendable (ModelInputs) -> Behaviour
  ) {
    self.name = name
    self.inputs = inputs
    self.numbers = numbers
    self.source = source
    self.engine = engine
    self.model = model
  }
}

extension ModelledOperator {
  /// An operator that is equivalent to a combination of others.
  /// - Parameter equivalent: the equivalent pipeline, whose sources are this operator's inputs.
  init(
    _ name: String, inputs: Int = 1, numbers: [ClosedRange<Int>] = [], like equivalent: Pipeline,
    source: @escaping @Sendable (SourceInputs) -> String,
    engine: @escaping @Sendable (EngineInputs) -> Observable<Int>
  ) {
    self.init(name, inputs: inputs, numbers: numbers, source: source, engine: engine) { made in
      let inputs = (0..<made.count).map { index in { made.behaviour(index, $0) } }
      return equivalent.behaviour(of: inputs, from: made.start)
    }
  }
}

/// The arguments of an engine operator.
struct EngineInputs {
  let inputs: [Observable<Int>]
  let numbers: [Int]
  let time: TestScheduler

  subscript(_ index: Int) -> Observable<Int> { inputs[index] }

  /// A number as ticks.
  func ticks(_ index: Int) -> RxTimeInterval { .seconds(numbers[index]) }

  /// One of the inputs, by an element.
  func chosen(by element: Int) -> Observable<Int> { inputs[1 + element % (inputs.count - 1)] }
}

/// The arguments of a modelled operator.
struct ModelInputs {
  let numbers: [Int]
  /// The moment at which the operator is subscribed to.
  let start: Moment
  let count: Int
  let behaviour: (_ input: Int, _ start: Moment) -> Behaviour

  /// One of the inputs, by an element.
  func chosen(by element: Int, at moment: Moment) -> Behaviour { behaviour(1 + element % (count - 1), moment) }

  /// The only input, subscribed to with the operator itself.
  var input: Behaviour { behaviour(0, start) }

  /// Handles each event of the only input separately.
  /// - Parameter step: returns the events to send for an event; an error that it throws is sent instead.
  func each(_ step: (Event<Int>) throws -> [Event<Int>]) -> Behaviour {
    let input = input
    var output = Output()
    for timed in input.events where !output.hasEnded {
      do {
        output.send(try step(timed.event), at: timed.moment)
      } catch {
        output.send(.error(error), at: timed.moment)
      }
    }
    return Behaviour(output.events, holding: [Held(behaviour: input, since: start)])
  }

  /// Handles each element of the only input; the terminal event is forwarded.
  func eachElement(_ step: (Int) throws -> [Event<Int>]) -> Behaviour {
    each { event in try event.element.map(step) ?? [event] }
  }
}

/// The arguments of an operator in Swift source.
struct SourceInputs {
  let inputs: [String]
  let numbers: [Int]

  subscript(_ index: Int) -> String { inputs[index] }

  /// A closure that chooses one of the inputs by an element.
  var choice: String {
    if inputs.count == 2 { return "{ _ in \(inputs[1]) }" }
    return "{ [\(inputs.dropFirst().joined(separator: ", "))][$0 % \(inputs.count - 1)] }"
  }
}
