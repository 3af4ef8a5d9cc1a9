import Foundation
import RxTrace

/// How pipelines are compiled and run. Called on several threads at once, for different pipelines.
public struct PipelineRecorder: Sendable {
  /// Tells everything apart that a run depends on: the same key, the same run.
  let key: @Sendable (URL, [String]) throws -> String
  let record: @Sendable (URL, [String]) throws -> PipelineRun

  /// - Parameters:
  ///   - key: What identifies a pipeline's text, all that it is compiled with, and the arguments that it is started with;
  ///     pages are built again when it changes.
  ///   - record: Compiles a pipeline and runs it with arguments; what it throws is reported where the pipeline is named.
  public init(
    key: @escaping @Sendable (URL, [String]) throws -> String,
    record: @escaping @Sendable (URL, [String]) throws -> PipelineRun
  ) {
    self.key = key
    self.record = record
  }
}
