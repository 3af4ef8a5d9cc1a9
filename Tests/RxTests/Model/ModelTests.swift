import Foundation
import Rx
import RxTest
import RxTrace
import Testing
import TraceAnalysis

extension EngineTests {
  /// Compares random pipelines with a simple model.
  ///
  /// `HEADWATER_MODEL_SEED=123` begins with that seed, which a failure names; `HEADWATER_MODEL_COUNT=1000000` sets the
  /// number of pipelines.
  @Suite struct ModelTests {
    static let seed = number("HEADWATER_MODEL_SEED") ?? UInt64.random(in: 0...999_999_999)
    static let count = number("HEADWATER_MODEL_COUNT") ?? 8_000

    private static func number(_ variable: String) -> UInt64? {
      ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }

    @Test("random pipelines do the same as the model, and leave no resources")
    func pipelines() {
      var known: UInt64 = 0
      // Objects that the engine makes once and keeps are not a pipeline's resources.
      _ = Experiment(seed: Self.seed).engineResult()
      for seed in Self.seed..<Self.seed + Self.count {
        let experiment = Experiment(seed: seed)
        guard let expected = experiment.modelResult() else { continue }
        known += 1
        let living = Resources.total
        if experiment.engineResult() != expected { return fail(experiment, seed) { $0.isRefuted } }
        if Resources.total != living { return fail(experiment, seed) { $0.leavesObjects } }
      }
      #expect(known > Self.count * 9 / 10, "the model knows the results of too few pipelines, from seed \(Self.seed)")
    }

    @Test("in recordings of random pipelines each event has its cause, and none follows the terminal event")
    func recordings() throws {
      for seed in Self.seed..<Self.seed + max(1, Self.count / 40) {
        let experiment = Experiment(seed: seed)
        if try !experiment.faults().isEmpty {
          return fail(experiment, seed) { (try? $0.faults().isEmpty) == false }
        }
      }
    }

    private func fail(_ experiment: Experiment, _ seed: UInt64, _ isFaulty: (Experiment) -> Bool) {
      let smallest = experiment.shrunk(while: isFaulty)
      Issue.record(Comment(rawValue: "seed \(seed), reduced:\n\(smallest.text)\n\(smallest.findings)"))
    }
  }
}

extension Experiment {
  var isRefuted: Bool { modelResult().map { $0 != engineResult() } ?? false }

  var leavesObjects: Bool {
    let living = Resources.total
    _ = engineResult()
    return Resources.total != living
  }

  /// The results of the model and the engine, and the faults of the recording.
  fileprivate var findings: String {
    let model = modelResult().map(describe) ?? "not sure"
    let faults = (try? faults()) ?? ["it can't be recorded"]
    return "// the model:  \(model)\n// the engine: \(describe(engineResult()))\n"
      + faults.map { "// recorded: \($0)\n" }.joined() + (leavesObjects ? "// resources are left\n" : "")
  }

  private func describe(_ result: Result) -> String {
    let subscriptions = result.subscriptions.enumerated().map { "\(Pipeline.source($0.offset).text): \($0.element)" }
    return "\(result.events) " + subscriptions.joined(separator: " ")
  }

  /// The faults in the recording of the experiment.
  func faults() throws -> [String] {
    let trace = try trace { _ = engineResult() }
    let check = TraceCheck(trace).findings.filter { $0.level == .error || Self.rules.contains($0.rule) }
    return check.map(\.message) + trace.eventsWithoutCause + trace.eventsAfterTheEnd
  }

  private static let rules: Set<Finding.Rule> = [.afterEnd, .reentrancy, .subscribeWithoutRun, .incomplete]
}

extension Trace {
  /// Checks that every event leads back, call by call, to a subscription or a scheduler's action.
  fileprivate var eventsWithoutCause: [String] {
    steps.filter { $0.kind == .forwardOn || $0.kind == .on }.filter { step in
      var next = step.parent
      while let index = next {
        if [.subscribe, .run, .scheduledAction].contains(steps[index].kind) { return false }
        next = steps[index].parent
      }
      return true
    }.map { "step \($0.index + 1), of \(name(of: $0.object)), has no cause" }
  }

  /// The events that a sink forwards after a terminal event.
  fileprivate var eventsAfterTheEnd: [String] {
    var ended: Set<ObjectID> = []
    return steps.filter { $0.kind == .forwardOn && $0.isDelivered }.compactMap { step in
      guard let object = step.object else { return nil }
      defer { if step.event != .next { ended.insert(object) } }
      return ended.contains(object) ? "step \(step.index + 1), of \(name(of: object)), comes after the end" : nil
    }
  }
}
