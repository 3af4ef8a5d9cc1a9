import TraceFormat

/// What was recorded in a file between two moments, which may still be written.
package struct RecordedPart: Sendable {
  package var path: String
  package var sequences: Range<UInt32>
  /// The number in the file of the thread that becomes the part's first.
  package var thread: UInt16

  package init(path: String, sequences: Range<UInt32>, thread: UInt16) {
    self.path = path
    self.sequences = sequences
    self.thread = thread
  }

  /// A queue's label is noted when it changes: what the part begins on was noted before.
  func isNeeded(_ record: RawRecord) -> Bool {
    sequences.contains(record.sequence) || record.kind == .queue && record.sequence < sequences.lowerBound
  }
}

extension Trace {
  /// Reads a part as if it had been recorded by itself: calls that enclose it are left out, and threads and times count
  /// from its beginning.
  /// - Parameter isWhole: whether the recording went on to the part's end.
  /// - Throws: ``TraceError``.
  package init(_ part: RecordedPart, isWhole: Bool) throws {
    try self.init(contentsOf: part.path, part: part)
    isComplete = isWhole
    dropUnusedThreads()
    rebase()
  }

  private mutating func dropUnusedThreads() {
    let used = Set(steps.map(\.thread))
    let kept = threads.indices.filter(used.contains)
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    threads = kept.enumerated().map { TracedThread(ordinal: $0 + 1, name: threads[$1].name) }
    for index in steps.indices { steps[index].thread = places[steps[index].thread]! }
  }

  private mutating func rebase() {
    let start = steps.first?.time ?? 0
    let recorded = steps.map(\.depth)
    for index in steps.indices {
      steps[index].time -= min(start, steps[index].time)
      steps[index].depth = steps[index].parent.map { steps[$0].depth + recorded[index] - recorded[$0] } ?? 0
    }
  }
}
