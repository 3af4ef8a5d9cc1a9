import Foundation
import RxTrace

/// The recorded runs of a build: each pipeline is recorded once, however many directives name it.
final class PipelineLibrary {
  private let content: ContentFolder
  private let index: SourceIndex
  private let record: (URL) throws -> PipelineRun
  private var runs: [String: RecordedRun?] = [:]

  init(content: ContentFolder, index: SourceIndex, record: @escaping (URL) throws -> PipelineRun) {
    self.content = content
    self.index = index
    self.record = record
  }

  /// The pipelines recorded so far.
  var count: Int { runs.count }

  /// The run of the pipeline that a page names by a path relative to itself.
  /// - Returns: nil for a pipeline whose failure has been reported before.
  func run(of path: String, from page: String, at place: Place) throws(Problem) -> RecordedRun? {
    let relative = try resolve(path, from: page, at: place)
    if let known = runs[relative] { return known }
    runs[relative] = .some(nil)
    let run = try recorded(relative, at: place)
    runs[relative] = run
    return run
  }

  private func resolve(_ path: String, from page: String, at place: Place) throws(Problem) -> String {
    guard let relative = RelativePath.resolve(path, from: page), content.contains(relative) else {
      throw Problem(place, "the pipeline `\(path)` is outside of the content folder")
    }
    guard content.isFile(relative) else { throw Problem(place, "no such pipeline `\(path)`") }
    return relative
  }

  private func recorded(_ path: String, at place: Place) throws(Problem) -> RecordedRun {
    let url = content.url(path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw Problem(place, "the pipeline `\(path)` cannot be read as UTF-8")
    }
    let run: PipelineRun
    do {
      run = try record(url)
    } catch {
      throw Problem(place, "the pipeline `\(path)` could not be recorded: \(error)")
    }
    guard run.status == 0 else {
      throw Problem(place, "the pipeline `\(path)` \(Self.describe(run.ending))")
    }
    guard run.trace.isComplete, run.trace.droppedRecords == 0, run.trace.damagedSlots == 0 else {
      throw Problem(place, "the recording of the pipeline `\(path)` is incomplete, so nothing can be held against it")
    }
    let extended = index.adding(fileNamed: path, text: text)
    return RecordedRun(trace: run.trace, index: extended, pipelineFile: extended.files.count - 1)
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
