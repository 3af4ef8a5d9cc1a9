import Foundation
import Rx
import RxTracing
import Testing
import TraceTesting

@testable import RxTrace

/// The model of pipelines could agree with itself and be wrong. So what it says of each subscription of a program is held
/// against what the program's own closures saw.
extension ExpectTraceTests {
  @Test("the model says of each subscription what its closures saw", arguments: WitnessedProgram.all)
  func subscriptions(program: WitnessedProgram) throws {
    let witness = Witness()
    let trace = try TraceRecorder.record { program.body(witness) }.trace
    let told = Self.accounts(of: trace)
    #expect(Witness.areAlike(told, witness.accounts), "\(told) \(witness.accounts)")
  }

  /// What the pipelines of a run tell of the subscriptions that the program made, in order.
  static func accounts(of trace: Trace) -> [(elements: [String], end: Witness.End?)] {
    let source = TraceSteps(trace)
    var run = Pipelines(source)
    var subscriptions: [(subscription: Subscription, elements: [String])] = []
    while source.advance() {
      run.take(source.step, after: source.returned)
      for event in run.events {
        switch event {
        case .began(let subscription): if !subscription.isConnection { subscriptions.append((subscription, [])) }
        case .entered(.next, let object):
          guard let place = subscriptions.lastIndex(where: { $0.subscription.observer == object }) else { continue }
          subscriptions[place].elements.append(source.step.value.traced?.text ?? "")
        default: break
        }
      }
    }
    run.finish(after: source.returned)
    return subscriptions.map { subscription, elements in
      let end = end(of: run.runs[subscription.observer])
      return (elements, end == .open && !run.isEndKnown(subscription) ? nil : end)
    }
  }

  private static func end(of observer: RunOfStage) -> Witness.End {
    guard let end = observer.end else { return .open }
    guard let event = observer.inputEnd, event.step == end else { return .disposed }
    return event.event == .completed ? .completed : .failed
  }
}
