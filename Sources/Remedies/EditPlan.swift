import Foundation
import RxTrace
import TraceAnalysis

/// The edits that make the remedies of findings. No two edits overlap.
package struct EditPlan {
  /// The edits of one file, in the order of the file.
  package struct File {
    package let path: String
    /// The text that the edits are for.
    let bytes: [UInt8]
    package fileprivate(set) var edits: [FileEdit]

    /// The file with all edits made.
    package var edited: [UInt8] {
      var result: [UInt8] = []
      var position = 0
      for edit in edits {
        result += bytes[position..<edit.bytes.lowerBound] + Array(edit.replacement.utf8)
        position = edit.bytes.upperBound
      }
      return result + bytes[position...]
    }
  }

  /// The files, by their paths.
  package private(set) var files: [File] = []
  /// The findings, with their edits or the reason why they have no edit.
  package private(set) var findings: [Finding]

  /// - Parameters:
  ///   - run: the run in which the findings were found.
  ///   - start: when this process began to compile the program; nil if it read a recording.
  package init(_ findings: [Finding], in run: AnalysedRun, runSince start: Date? = nil) {
    self.findings = findings
    let sources = RecordedSources(run, runSince: start)
    for index in findings.indices {
      guard let change = findings[index].change else { continue }
      do throws(NoEdit) {
        let source = try sources.source(of: change.place.file)
        let edits = try change.kind.editKind.edits(for: change, in: source)
        try add(edits, to: source)
        self.findings[index].edits = edits
      } catch {
        self.findings[index].obstacle = error.reason
      }
    }
    files.sort { $0.path < $1.path }
  }

  private mutating func add(_ edits: [FileEdit], to source: ProgramSource) throws(NoEdit) {
    let place = files.firstIndex { $0.path == source.path }
    let earlier = place.map { files[$0].edits } ?? []
    // Two findings may have one remedy.
    let new = edits.filter { !earlier.contains($0) }
    guard !new.contains(where: { edit in earlier.contains { $0.isInConflict(with: edit) } }) else {
      throw NoEdit("its edit overlaps that of another finding; check again after that")
    }
    let all = (earlier + new).sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    if let place {
      files[place].edits = all
    } else {
      files.append(File(path: source.path, bytes: source.bytes, edits: all))
    }
  }
}

extension FileEdit {
  /// Whether two edits change one piece, or insert at one place, so that their order matters.
  fileprivate func isInConflict(with other: FileEdit) -> Bool {
    bytes.lowerBound <= other.bytes.upperBound && other.bytes.lowerBound <= bytes.upperBound
  }
}
