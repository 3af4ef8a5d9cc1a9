import Foundation
import RxTrace

/// How pipelines are compiled and run. Called on several threads at once, for different pipelines.
public struct PipelineRecorder: Sendable {
  /// Tells everything apart that a run depends on: the same key, the same run.
  let key: @Sendable (URL) throws -> String
  let record: @Sendable (URL) throws -> PipelineRun
  /// Whether a pipeline needs nothing but the engine.
  let areStandalone: Bool

  /// - Parameters:
  ///   - key: What identifies a pipeline's text and all that it is compiled with; pages are built again when it changes.
  ///   - record: Compiles and runs a pipeline; what it throws is reported where the pipeline is named.
  ///   - areStandalone: Whether `headwater trace FILE` runs each of them; false where they are compiled with a package.
  public init(
    key: @escaping @Sendable (URL) throws -> String, record: @escaping @Sendable (URL) throws -> PipelineRun,
    areStandalone: Bool = true
  ) {
    self.key = key
    self.record = record
    self.areStandalone = areStandalone
  }
}
