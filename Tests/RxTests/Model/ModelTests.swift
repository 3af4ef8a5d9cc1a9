import Foundation
import Rx
import RxTest
import RxTrace
import Testing

extension EngineTests {
  /// Pipelines made by chance, against what a simple model says of them.
  ///
  /// `HEADWATER_MODEL_SEED=123` runs the pipelines from that seed on, which a failure names; `HEADWATER_MODEL_COUNT`
  /// says how many.
  @Suite struct ModelTests {
    static let environment = ProcessInfo.processInfo.environment
    static let seed = environment["HEADWATER_MODEL_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999_999)
    static let count = environment["HEADWATER_MODEL_COUNT"].flatMap { Int($0) } ?? 5_000

    @Test("pipelines made by chance do what the model says")
    func pipelines() {
      var known = 0
      for seed in Self.seed..<Self.seed + UInt64(Self.count) {
        let experiment = Experiment(seed: seed)
        guard let expected = experiment.modelResult() else { continue }
        known += 1
        if experiment.engineResult() != expected {
          Issue.record(Comment(rawValue: experiment.shrunk().report(seed: seed)))
          return
        }
      }
      #expect(known > Self.count * 3 / 4, "the model knows too few of the pipelines from seed \(Self.seed) on")
    }
  }
}

extension Experiment {
  var isRefuted: Bool { modelResult().map { $0 != engineResult() } ?? false }

  func report(seed: UInt64) -> String {
    let (model, engine) = (modelResult(), engineResult())
    return """
      seed \(seed), made smaller:
      \(text)
      // of the model: \(model.map(describe) ?? "unknown")
      // of the engine: \(describe(engine))
      """
  }

  private func describe(_ result: Result) -> String {
    let subscriptions = result.subscriptions.enumerated().map { "\(Pipeline.source($0.offset).text): \($0.element)" }
    return "\(result.events) " + subscriptions.joined(separator: " ")
  }
}
