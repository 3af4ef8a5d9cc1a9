import RxTrace
import TraceFormat

/// Says why an element went no further.
struct ObstacleWords {
  private let run: AnalysedRun
  private let trace: Trace
  private let names: ProgramNames
  private let stages: StageParts

  init(_ run: AnalysedRun, _ names: ProgramNames, _ stages: StageParts) {
    (self.run, trace, self.names, self.stages) = (run, run.trace, names, stages)
  }

  /// The step with a number.
  private func step(_ number: Int) -> Step { trace.step(numbered: number) }

  /// One word for programs that read the report.
  func reason(for obstacle: Obstacle) -> String {
    switch obstacle {
    case .withheld(.last, related: nil): "waiting"
    case .withheld(let withholding, _): Self.reason(withholding)
    case .cutShort(_, let end): step(end).kind == .dispose ? "disposed" : "ended"
    case .unreturned: "unreturned"
    case .onlySignal: "signal"
    case .unknown: "unknown"
    case .removed: "removed"
    case .threw: "threw"
    case .disposed: "disposed"
    case .ended(let step): isOwnEnd(step) ? "taken" : "ended"
    case .notSubscribed: "not-subscribed"
    case .silent(_, nil): "waiting"
    case .silent(_, let ended?): step(ended).kind == .dispose ? "replaced" : "empty"
    case .missingInputs(_, let drops): drops ? "dropped" : "waiting"
    }
  }

  private static func reason(_ withholding: Withholding) -> String {
    switch withholding {
    case .predicate, .absence, .all: "filtered"
    case .latest, .opening: "dropped"
    case .repetition: "distinct"
    case .rate: "throttled"
    case .quiet: "debounced"
    case .position, .last: "skipped"
    case .busy: "busy"
    case .queue, .turn, .end, .inputs, .pairs, .signal, .batch: "waiting"
    }
  }

  /// - Parameter step: the step at which the element went no further.
  func sentence(for obstacle: Obstacle, at step: Int) -> String {
    let (name, value) = (label(step), shown(step))
    switch obstacle {
    case .withheld(let withholding, let related): return withheld(withholding, related, name, value)
    case .cutShort(_, let end): return "\(name) still kept \(value) when \(cause(of: end))"
    case .unreturned(let closure): return names.unreturned(self.step(closure), in: run.located)
    case .onlySignal(nil): return "\(value) only told \(name) when to send elements of its other input"
    case .onlySignal(let end?): return "\(value) only told \(name) to complete (#\(end))"
    case .unknown: return "\(name) was given \(value), and sent nothing on"
    case .removed: return "what became of \(value) in \(name) is not known: records were removed there"
    case .threw(let error): return threw(error, name, value)
    case .disposed(let disposal):
      return "\(value) came too late: the subscription was disposed of before\(by(disposal))"
    case .ended(let end): return ended(end, value)
    case .notSubscribed(let later):
      let when = later.map { "; the first subscription came later (#\($0))" } ?? ""
      return "nobody was subscribed to \(name) as it was given \(value)\(when)"
    case .silent(let subscription, let ended): return silent(subscription, ended, name, value)
    case .missingInputs(let inputs, let drops):
      let waiting = Set(inputs.map { names.name(of: $0) }).sorted().joined(separator: ", ")
      return drops
        ? "\(name) dropped \(value): \(waiting) had sent nothing yet"
        : "\(name) kept \(value): \(waiting) sent no element to combine with it"
    }
  }

  private func withheld(_ reason: Withholding, _ related: Int?, _ name: String, _ value: String) -> String {
    let other = related.map { "\(shown($0)) (#\($0))" }
    switch reason {
    case .predicate: return "\(name) dropped \(value): its closure returned false"
    case .absence: return "\(name) dropped \(value): its closure returned nil"
    case .repetition: return "\(name) dropped \(value): it equals the element before it\(other.map { ", \($0)" } ?? "")"
    case .rate where related.map { step($0).kind == .forwardOn } ?? false:
      return "\(name) dropped \(value): \(other ?? "another element") had been sent less than its time before"
    case .rate, .quiet:
      return other.map { "\(name) dropped \(value): \($0) came before its time was over, and replaced it" }
        ?? "\(name) kept \(value): its time was not over when the recording ended"
    case .queue: return "\(name) had \(value) still waiting on its scheduler when the recording ended"
    case .position: return "\(name) dropped \(value): it is not one of the elements that it lets through"
    case .busy: return "\(name) dropped \(value): the sequence of an earlier element was still running\(at(related))"
    case .turn: return "\(name) kept \(value): the sequence of an earlier element had not ended\(at(related))"
    case .end: return "\(name) kept \(value): it sends its result when its source completes, which did not happen"
    case .last:
      return related == nil
        ? "\(name) kept \(value): it sends elements when its source completes, which did not happen"
        : "\(name) dropped \(value): it is not one of the last elements, which it lets through"
    case .inputs, .signal:
      return other.map { "\(name) dropped \(value): \($0) replaced it before another input sent something" }
        ?? "\(name) kept \(value): no other input sent anything after it"
    case .pairs: return "\(name) kept \(value): the other inputs sent no element to go with it"
    case .latest, .opening: return "\(name) dropped \(value): its other input had sent nothing yet"
    case .batch: return "\(name) kept \(value): it had not collected enough elements when the recording ended"
    case .all: return "\(name) dropped \(value): it lets no elements through"
    }
  }

  private func shown(_ value: TracedValue) -> String { ShownText.value(names.short(value), longest: 60) }

  private func at(_ step: Int?) -> String { step.map { " (#\($0))" } ?? "" }

  private func threw(_ step: Int, _ name: String, _ value: String) -> String {
    let error = self.step(step).thrown ?? self.step(step).value
    return
      "\(name) made an error of \(value): \(error.map { shown($0) } ?? "it threw") (#\(step))"
  }

  /// Whether the stage ended its sequence by itself while it was given an element.
  private func isOwnEnd(_ end: Int) -> Bool {
    guard step(end).kind == .forwardOn, step(end).event == .completed,
      let object = step(end).object
    else { return false }
    let call = trace.enclosing(step(end)) { call in
      call.kind == .on && call.object.map { stages.stage(of: $0) } == object
    }
    return call?.event == .next && call?.object == object
  }

  private func ended(_ end: Int, _ value: String) -> String {
    let (step, name) = (self.step(end), label(end))
    let start = "\(value) came too late: "
    if step.event == .error {
      let error = step.value.map { " \(shown($0))" } ?? ""
      return start + "the error\(error) had ended \(name) (#\(end))\(sender(of: end))"
    }
    return start
      + "\(name) had completed\(isOwnEnd(end) ? ", because it had its elements" : "") (#\(end))\(sender(of: end))"
  }

  /// `, sent in who.swift:9 close()`, if the program sent the end itself.
  private func sender(of end: Int) -> String {
    var step = self.step(end)
    while let parent = step.parent, trace.steps[parent].event == step.event { step = trace.steps[parent] }
    return names.directCaller(of: step).map { ", sent in \($0.text)" } ?? ""
  }

  /// The event or the disposal that ended a stage.
  private func cause(of end: Int) -> String {
    let (step, name) = (self.step(end), label(end))
    switch step.event {
    case .error:
      let error = step.value.map { " \(shown($0))" } ?? ""
      return "the error\(error) ended \(name) (#\(end))\(sender(of: end))"
    case .completed: return "\(name) completed (#\(end))\(sender(of: end))"
    case .next, nil: return "the subscription was disposed of\(by(end))"
    }
  }

  private func by(_ disposal: Int) -> String {
    let outermost = trace.outermost(step(disposal))
    let number = " (#\(disposal))"
    guard let caller = names.caller(of: step(disposal)) ?? names.caller(of: outermost) else {
      return number
    }
    return "\(number), in \(caller.text)"
  }

  private func silent(_ subscription: Int, _ ended: Int?, _ name: String, _ value: String) -> String {
    let inner = step(subscription).object.map { names.name(of: $0) } ?? "a sequence"
    let start = "\(name) made \(inner) of \(value), which "
    guard let ended else { return start + "had sent nothing when the recording ended" }
    switch step(ended).event {
    case .completed: return start + "completed without an element (#\(ended))"
    case .error:
      let error = step(ended).value.map { " \(shown($0))" } ?? ""
      return start + "ended with the error\(error) (#\(ended))"
    case .next, nil:
      let stage = step(subscription).other.map { stages.stage(of: $0) }
      let newer = trace.enclosing(step(ended)) { call in
        call.kind == .on && call.event == .next && call.number > subscription
          && call.object.map { stages.stage(of: $0) } == stage
      }
      if let newer {
        return start + "was replaced before it sent anything: \(shown(newer.number)) came (#\(newer.number))"
      }
      return start + "was disposed of before it sent anything\(by(ended))"
    }
  }

  private func label(_ step: Int) -> String {
    self.step(step).object.map { names.label(of: stages.stage(of: $0)) } ?? "it"
  }

  private func shown(_ step: Int) -> String {
    self.step(step).value.map { shown($0) } ?? "an element"
  }
}
