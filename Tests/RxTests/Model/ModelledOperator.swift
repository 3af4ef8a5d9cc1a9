import Rx
import RxTest

/// An operator three times: as the engine has it, as what it is to do, and as Swift source.
struct ModelledOperator: Sendable {
  let name: String
  /// How many sequences it is applied to.
  let inputs: Int
  /// From what its numbers are chosen.
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
  /// One that does what others do together.
  /// - Parameter equivalent: the pipeline that does the same, with this operator's inputs for its sources.
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

/// What an operator of the engine is applied to.
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

/// What an operator of the model is applied to.
struct ModelInputs {
  let numbers: [Int]
  /// When the operator is subscribed to.
  let start: Moment
  let count: Int
  let behaviour: (_ input: Int, _ start: Moment) -> Behaviour

  /// One of the inputs, by an element.
  func chosen(by element: Int, at moment: Moment) -> Behaviour { behaviour(1 + element % (count - 1), moment) }

  /// The only input, subscribed to with the operator itself.
  var input: Behaviour { behaviour(0, start) }

  /// What follows from each event of the only input by itself.
  /// - Parameter step: gives what is sent for an event; an error that it throws is sent in its place.
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

  /// What follows from each element of the only input; its end is the sequence's.
  func eachElement(_ step: (Int) throws -> [Event<Int>]) -> Behaviour {
    each { event in try event.element.map(step) ?? [event] }
  }
}

/// What the source of an operator is written of.
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
