import TraceFormat

/// The steps of a trace file in order, none of which is kept: memory grows with the objects of a run, not with its steps.
///
/// The file is read twice: for the definitions of its numbers, and then for the steps.
///
///     let stream = try StepStream(path: "run.hwtrace")
///     while let step = try stream.next() { print(step.number, step.kind) }
///     // Prints: 1 subscribeClosures
///     //         2 subscribe …
public final class StepStream {
  private var reader: StepReader
  /// The texts of the steps that ``next()`` gave.
  private var texts = StepTexts()

  /// Opens a file and gathers the definitions of its numbers.
  /// - Throws: ``TraceError`` if it is not a trace file; a file that was cut off or damaged gives what can be read.
  public convenience init(path: String) throws {
    try self.init(path: path, nil)
  }

  /// - Parameter request: the part that is wanted; other steps of the same segments come as well. A file without segments is
  ///   read whole.
  init(path: String, _ request: PartRequest?) throws {
    let records = try RecordReader(path: path)
    if let request, records.header.hasSegments {
      reader = try StepReader(records, request)
    } else {
      reader = try StepReader(whole: records)
    }
  }

  /// The file's header.
  public var header: TraceHeader { reader.header }
  /// Slots of the file that held no readable record.
  public var damagedSlots: Int { reader.damagedSlots }
  /// Records that a thread was in the middle of when the recording ended.
  public var unfinishedRecords: Int { reader.unfinishedRecords }

  /// The next step, or nil after the last one.
  public func next() throws -> Step? {
    // The table is replaced, not emptied, because steps that somebody keeps still use it.
    if texts.valueCount > 1000 { texts = StepTexts() }
    return try advance() ? whole(step, texts) : nil
  }

  /// The plan for reading a part of the run; nil if the whole run is read.
  var plan: PartPlan? { reader.plan }

  /// The numbers of each thread's calls that are under way, and that of its outermost call that gives an event.
  var open: [(calls: Set<Int>, event: Int?)] {
    reader.threads.map { thread in
      (Set(thread.open.map(\.number)), thread.open.first(where: \.isWithinEvent)?.number)
    }
  }

  func whole(_ step: StreamedStep, _ texts: StepTexts) -> Step { reader.whole(step, texts) }

  /// Adds the errors that the closures of a part threw, once all has been read.
  func addThrown(by steps: [Step], to texts: StepTexts) {
    reader.thrown.sort()
    for step in steps where step.kind == .closure {
      if let error = reader.thrown.error(ofClosure: step.sequence).traced {
        texts.add(thrown: error, by: step.sequence)
      }
    }
  }

  /// The approximate number of steps in the run.
  package var likelyStepCount: Int { reader.likelyStepCount }
}

extension StepStream: StepSource {
  package func advance() throws -> Bool { try reader.advance() }
  package var step: StreamedStep { reader.step }
  package var returned: [ReturnedCall] { reader.returned }

  package var summary: RunSummary { reader.summary }
  package var objectCount: Int { reader.objectCount }
  package func nameRemainingObjects() { reader.nameRemainingObjects() }
  package func object(_ id: ObjectID) -> TracedObject { reader.object(id) }
  package func links(of id: ObjectID) -> [TracedObject.Link] { reader.links(of: id) }
  package func deliversTo(_ id: ObjectID) -> ObjectID? { reader.deliversTo(id) }
  package func bringsEvents(_ id: ObjectID) -> Bool { reader.bringsEvents(id) }
  package func holder(endedBy id: ObjectID) -> ObjectID? { reader.holder(endedBy: id) }
  package func isHeldForEvents(_ id: ObjectID) -> Bool { reader.isHeldForEvents(id) }
  package func stack(of id: ObjectID) -> Int? { reader.stack(of: id) }
  package func stack(ofSite place: Int) -> Int? { reader.stack(ofSite: place) }
  package func addresses(ofStack stack: Int) -> [ReturnAddress] { reader.addresses(ofStack: stack) }
  var stackCount: Int { reader.stackCount }
  var program: RecordedProgram { reader.program }

  var threadCount: Int { reader.threadCount }
  package var hasSeveralThreads: Bool { reader.hasSeveralThreads }
  package func thread(_ index: Int) -> TracedThread { reader.thread(index) }
  package func site(_ place: Int) -> SourceLine { reader.site(place) }
  package func queue(_ place: Int) -> String { reader.queue(place) }
}
