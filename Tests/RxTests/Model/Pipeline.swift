import Rx
import RxTest

/// Operators applied to sources, and to each other.
indirect enum Pipeline: Sendable {
  case source(Int)
  case apply(ModelledOperator, numbers: [Int], inputs: [Pipeline])
}

/// A sequence with known events. A hot source's times are ticks of the clock, a cold source's count from subscription.
struct Source {
  let isHot: Bool
  var events: [Recorded<Event<Int>>]
}

extension Pipeline {
  func sequence(of sources: [Observable<Int>], _ time: TestScheduler) -> Observable<Int> {
    switch self {
    case .source(let index): return sources[index]
    case .apply(let operation, let numbers, let inputs):
      let made = inputs.map { $0.sequence(of: sources, time) }
      return operation.engine(EngineInputs(inputs: made, numbers: numbers, time: time))
    }
  }

  /// - Parameter sources: the behaviour of each source if it is subscribed to at a moment.
  func behaviour(of sources: [(Moment) -> Behaviour], from start: Moment) -> Behaviour {
    switch self {
    case .source(let index): return sources[index](start)
    case .apply(let operation, let numbers, let inputs):
      return operation.model(
        ModelInputs(numbers: numbers, start: start.subscribing, count: inputs.count) { index, moment in
          inputs[index].behaviour(of: sources, from: moment)
        })
    }
  }

  /// The pipeline as Swift source.
  var text: String {
    switch self {
    case .source(let index): return String(Unicode.Scalar(UInt8(97 + index)))
    case .apply(let operation, let numbers, let inputs):
      return operation.source(SourceInputs(inputs: inputs.map(\.text), numbers: numbers))
    }
  }

  var operators: [String] {
    guard case .apply(let operation, _, let inputs) = self else { return [] }
    return [operation.name] + inputs.flatMap(\.operators)
  }
}

/// The model of a source.
struct SourceModel {
  let index: Int
  let source: Source
  let actions: [Moment.Action]

  init(index: Int, source: Source) {
    self.index = index
    self.source = source
    actions = source.events.indices.map { .hot(source: index, event: $0) }
  }

  func behaviour(from start: Moment) -> Behaviour {
    var output = Output()
    for (event, recorded) in source.events.enumerated() {
      if source.isHot {
        // An observer that subscribes while an event is sent gets the next one.
        let isLater = Moment(tick: recorded.time, action: actions[event], doubts: Doubts()) > start
        if isLater { output.send(recorded.value, at: start.sent(at: recorded.time, by: actions[event])) }
      } else {
        output.send(recorded.value, at: start.after(recorded.time, index: event))
      }
    }
    let end = Behaviour(output.events).end
    return Behaviour(output.events) { [index] disposal in
      [Use(source: index, since: start, until: earliest(disposal, end))]
    }
  }
}
