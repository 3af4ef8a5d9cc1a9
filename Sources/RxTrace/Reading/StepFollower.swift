import TraceFormat

/// The steps of a recording that may still be written.
///
/// The follower reads each record once, as it comes, and never says that the run is over, unlike a ``StepStream``.
///
///     let follower = try StepFollower(path: "run.hwtrace")
///     while try follower.loadMore() {
///       while try follower.advance() { print(follower.step.number) }
///     }
package final class StepFollower {
  private var reader: StepReader
  private let records: RecordReader
  /// The number of steps since the beginning, or since everything was forgotten.
  private var stepsSince = 0

  /// The most objects and steps that are read before it is time to ``forget()``.
  private let most: (objects: Int, steps: Int)

  /// - Parameter most: the approximate number of objects and steps that are known at once.
  /// - Throws: ``TraceError``; ``SystemError`` for a recording of a version that cannot be followed.
  package init(path: String, most: (objects: Int, steps: Int) = (1 << 17, 1 << 22)) throws {
    self.most = most
    records = try RecordReader(following: path)
    reader = StepReader(following: records)
  }

  package var header: TraceHeader { records.header }

  /// Reads the records that were added since the last time.
  /// - Returns: false if there are none at the moment, or if it is time to ``forget()``.
  package func loadMore() throws -> Bool { try reader.loadMore(stopsAtSegment: isFull) }

  /// Skips unfinished records from now on, because nobody writes any more.
  package func passUnfinished() { records.passUnfinished() }

  /// Whether the program has ended the recording by now.
  package func hasBeenClosed() throws -> Bool { try records.hasBeenClosed() }

  /// The number of times that records were missing.
  package var gaps: Int { records.gaps }

  /// The largest number of calls that may have been missed.
  package var missedCalls: Int { Int(clamping: records.missedSlots) }

  /// The reason why records could not be stored, in words; nil if all could.
  package func dropReasonText() throws -> String? {
    try records.dropReason().map { Trace.dropReasonText($0, hasClosureEnds: header.hasSegments) }
  }

  /// Ends the calls that are under way at the end of the run; ``returned`` then has them.
  package func finish() { reader.endCalls() }

  /// Whether so much has been read that it is time to ``forget()``, and a segment begins, in which all is defined anew.
  package var shouldForget: Bool { isFull && records.isAtStartOfSegment }

  private var isFull: Bool { objectCount > most.objects || stepsSince > most.steps }

  /// Forgets all objects, so that memory does not grow with the run. They get other numbers when steps name them again.
  package func forget() {
    let last = reader.lastNumber
    reader = StepReader(following: records)
    reader.lastNumber = last
    stepsSince = 0
  }

  /// The number by which the recording knows an object, also after ``forget()``.
  package func recordedNumber(of id: ObjectID) -> UInt32 { reader.recordedNumber(of: id) }

  /// The roles of the objects that an object holds, and the places of the stacks on which they were made.
  func held(by id: ObjectID) -> [(role: TracedObject.Role, stack: Int?)] { reader.held(by: id) }

  package var stackCount: Int { reader.stackCount }
  package var program: RecordedProgram { reader.program }
}

extension StepFollower: StepSource {
  package func advance() throws -> Bool {
    guard try reader.advance() else { return false }
    stepsSince += 1
    return true
  }

  package var step: StreamedStep { reader.step }
  package var returned: [ReturnedCall] { reader.returned }
  package var summary: RunSummary { reader.summary }
  package var objectCount: Int { reader.objectCount }
  package func nameRemainingObjects() {}
  package func object(_ id: ObjectID) -> TracedObject { reader.object(id) }
  package func links(of id: ObjectID) -> [TracedObject.Link] { reader.links(of: id) }
  package func deliversTo(_ id: ObjectID) -> ObjectID? { reader.deliversTo(id) }
  package func bringsEvents(_ id: ObjectID) -> Bool { reader.bringsEvents(id) }
  package func holder(endedBy id: ObjectID) -> ObjectID? { reader.holder(endedBy: id) }
  package func isHeldForEvents(_ id: ObjectID) -> Bool { reader.isHeldForEvents(id) }
  package func stack(of id: ObjectID) -> Int? { reader.stack(of: id) }
  package func stack(ofSite place: Int) -> Int? { reader.stack(ofSite: place) }
  package func addresses(ofStack stack: Int) -> [ReturnAddress] { reader.addresses(ofStack: stack) }
  package var hasSeveralThreads: Bool { reader.threadCount > 1 }
  package func thread(_ index: Int) -> TracedThread { reader.thread(index) }
  package func site(_ place: Int) -> SourceLine { reader.site(place) }
  package func queue(_ place: Int) -> String { reader.queue(place) }
}
