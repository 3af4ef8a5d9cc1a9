import Foundation
import RxTrace
import Synchronization

/// The recorded runs of a build: each pipeline is recorded once, however many directives name it.
final class PipelineLibrary: Sendable {
  private let content: ContentFolder
  private let sources: SourceLibrary
  private let recorder: PipelineRecorder
  private let keys = Memory<String>()
  private let runs: RunMemory

  init(content: ContentFolder, sources: SourceLibrary, recorder: PipelineRecorder, remembered: RunMemory = RunMemory())
  {
    self.content = content
    self.sources = sources
    self.recorder = recorder
    runs = remembered
  }

  /// Why there is no run of a pipeline.
  struct Failure: Error {
    /// Goes on after the pipeline's name: `could not be recorded: …`
    var reason: String
  }

  /// Runs that are kept from one build to the next, by the keys of the pipeline and of the sources.
  typealias RunMemory = Memory<Result<RecordedRun, Failure>>

  /// Whether `headwater trace FILE` runs each of them.
  var areStandalone: Bool { recorder.areStandalone }

  /// The pipelines of which this build asked.
  var count: Int { keys.count }

  /// The keys of all runs that this build may ask for again.
  var runKeys: Set<String> { Set(keys.all.map { runKey($0.key, $0.value) }) }

  private func runKey(_ command: String, _ key: String) -> String {
    [command, key, sources.key].joined(separator: "\n")
  }

  /// What identifies a pipeline's run; empty for one that cannot be read.
  func key(of command: PipelineCommand) -> String { key(ofKey: command.key) }

  /// The same by the command's own key, which is taken apart only the first time.
  func key(ofKey key: String) -> String {
    keys.value(key) {
      let command = PipelineCommand(key: key)
      return (try? recorder.key(content.url(command.path), command.arguments)) ?? ""
    }
  }

  func run(of command: PipelineCommand) throws(Failure) -> RecordedRun {
    let result = runs.value(runKey(command.key, key(of: command))) {
      Result { () throws(Failure) in try recorded(command) }
    }
    return try result.get()
  }

  private func recorded(_ command: PipelineCommand) throws(Failure) -> RecordedRun {
    let url = content.url(command.path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw Failure(reason: "cannot be read as UTF-8")
    }
    let run: PipelineRun
    do {
      run = try recorder.record(url, command.arguments)
    } catch {
      throw Failure(reason: "could not be recorded: \(error)")
    }
    guard run.status == 0 else { throw Failure(reason: Self.describe(run.ending)) }
    let trace = run.trace
    let isWhole = trace.droppedRecords == 0 && trace.damagedSlots == 0 && trace.unfinishedRecords == 0
    guard trace.isComplete && isWhole else {
      throw Failure(reason: "left an incomplete recording, so nothing can be held against it")
    }
    let extended = sources.index.adding(fileNamed: command.path, text: text)
    return RecordedRun(
      trace: run.trace, index: extended, pipelineFile: extended.files.count - 1, arguments: command.arguments)
  }

  private static func describe(_ ending: PipelineRun.Ending) -> String {
    switch ending {
    case .exited(let status): "ended with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal)"
    case .timeLimit(let seconds): "had not ended after \(seconds) seconds"
    case .outputLimit(let bytes): "printed more than \(bytes) bytes"
    }
  }
}

/// Values that are made once for each key, on whichever thread asks first; others wait for that one value alone.
final class Memory<Value: Sendable>: Sendable {
  private let entries = Mutex<[String: Entry]>([:])

  private final class Entry: Sendable {
    let value = Mutex<Value?>(nil)
  }

  var count: Int { entries.withLock { $0.count } }

  func value(_ key: String, make: () -> Value) -> Value {
    let entry = entries.withLock { entries in
      let entry = entries[key] ?? Entry()
      entries[key] = entry
      return entry
    }
    return entry.value.withLock { value in
      let made = value ?? make()
      value = made
      return made
    }
  }

  /// What has been made.
  var all: [String: Value] {
    entries.withLock { $0 }.compactMapValues { $0.value.withLock { $0 } }
  }

  /// Forgets all but these.
  func keep(_ keys: Set<String>) { entries.withLock { $0 = $0.filter { keys.contains($0.key) } } }
}
