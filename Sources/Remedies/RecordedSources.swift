import Foundation
import RxTrace
import TraceAnalysis

/// The source files of a recorded program. Only files that have not changed since are edited.
final class RecordedSources {
  private let run: AnalysedRun
  /// The time at which this process began to compile and run the program; nil if it did not.
  private let start: Date?
  private var known: [String: Result<ProgramSource, NoEdit>] = [:]

  init(_ run: AnalysedRun, runSince start: Date?) {
    (self.run, self.start) = (run, start)
  }

  func source(of file: String) throws(NoEdit) -> ProgramSource {
    if let found = known[file] { return try found.get() }
    let found = Result { () throws(NoEdit) in try read(file) }
    known[file] = found
    return try found.get()
  }

  private func read(_ file: String) throws(NoEdit) -> ProgramSource {
    let name = SourceLine(file: file, line: 1).shortDescription.split(separator: ":").first.map(String.init) ?? file
    let recorded = run.located.texts[file]
    guard file.hasSuffix(".swift"), run.located.sourceFiles.contains(file) else {
      throw NoEdit("\(name) is not a file that the run may name; --trust FOLDER opens what lies in FOLDER")
    }
    guard let status = try? FileManager.default.attributesOfItem(atPath: file),
      let bytes = [UInt8](contentsOfFile: file, atMost: 4 << 20)
    else { throw NoEdit("\(name) is not there any more, or cannot be read") }
    if let recorded {
      guard Array(recorded.utf8) == bytes else { throw NoEdit("\(name) has changed since the recording") }
    } else {
      guard let start else { throw NoEdit("the recording does not hold the text of \(name); record it again") }
      let changed = status[.modificationDate] as? Date
      guard let changed, changed < start else { throw NoEdit("\(name) has changed since the program was compiled") }
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw NoEdit("\(name) is not UTF-8") }
    return ProgramSource(path: file, bytes: bytes)
  }
}
