/// The part of a file that was recorded between two moments; the file may still be written.
package struct RecordedPart: Sendable {
  package var path: String
  package var sequences: Range<UInt64>
  /// The number that the part's first thread has in the file.
  package var thread: UInt16

  package init(path: String, sequences: Range<UInt64>, thread: UInt16) {
    self.path = path
    self.sequences = sequences
    self.thread = thread
  }
}

extension Trace {
  /// Reads a part as if it had been recorded by itself: calls that enclose it are left out, and everything is numbered
  /// from its beginning.
  /// - Parameter isWhole: whether the recording went on to the part's end.
  /// - Throws: ``TraceError``.
  package init(_ part: RecordedPart, isWhole: Bool) throws {
    let whole = try Trace(contentsOf: part.path)
    let isInPart = { part.sequences.contains(whole.steps[$0].sequence) }
    let threads = whole.steps.indices.lazy.filter(isInPart).map { whole.steps[$0].thread }
    // Another thread may have had the number before the part began.
    let first = threads.first { whole.threads[$0].number == part.thread }
    self = whole.part(whole.steps.indices.map(isInPart), firstThread: first)
    isComplete = isWhole
  }
}
