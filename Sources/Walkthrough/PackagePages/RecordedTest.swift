import Foundation
import PipelineRunning
import RxTrace

/// A test of a package that was run alone: how it went, and its recording.
public struct RecordedTest: Sendable {
  /// How a test ended.
  public enum Outcome: Equatable, Sendable {
    case passed, skipped
    /// The test's own messages about its failures.
    case failed([String])
    /// The signal or the limit that ended it, and what the program said then.
    case stopped(String)
  }

  /// `AppTests.SearchTests/testLastWins`
  public var name: String
  public var outcome: Outcome
  /// The path of the recording; nil if the test made no use of Rx.
  public var recording: String?

  public init(name: String, outcome: Outcome, recording: String?) {
    (self.name, self.outcome, self.recording) = (name, outcome, recording)
  }

  /// - Parameter recording: where the recording is if there is one.
  public init(name: String, _ run: PipelineRun, recording: String) {
    self.init(name: name, outcome: Outcome(run), recording: run.usesRx ? recording : nil)
  }
}

extension RecordedTest.Outcome {
  private static let mostMessages = 8

  init(_ run: PipelineRun) {
    let said = (run.output + "\n" + run.errorOutput).split(separator: "\n").map(String.init)
    switch run.ending {
    case .exited(0):
      let isSkipped = said.contains { $0.contains(#/^Test Case '[^']+' skipped|Test .+ skipped/#) }
      self = isSkipped ? .skipped : .passed
    case .exited(let status):
      let messages = said.compactMap(Self.message)
      self = .failed(messages.isEmpty ? ["it ended with status \(status)"] : Array(messages.prefix(Self.mostMessages)))
    case .signalled(let signal): self = .stopped("signal \(signal)" + Self.reason(said))
    case .timeLimit(let seconds): self = .stopped("it had not ended after \(Int(seconds)) seconds")
    case .outputLimit, .memoryLimit, .processLimit, .cancelled: self = .stopped("it used too much")
    }
  }

  /// `SearchTests.swift:12: XCTAssertEqual failed …`; nil for a line that is not a failure.
  private static func message(_ line: String) -> String? {
    if let match = line.wholeMatch(of: #/(?:.*/)?([^/:]+:\d+): error: (?:\S+ : )?(.*?)(?: - )?/#) {
      return "\(match.1): \(match.2)"
    }
    guard let match = line.firstMatch(of: #/recorded an issue .*?at ([^:]+:\d+):\d+: (.*)$/#) else { return nil }
    return "\(match.1): \(match.2)"
  }

  private static func reason(_ said: [String]) -> String {
    guard let line = said.last(where: { $0.contains("Fatal error") }) else { return "" }
    return ": " + (line.range(of: "Fatal error").map { String(line[$0.lowerBound...]) } ?? line)
  }
}
