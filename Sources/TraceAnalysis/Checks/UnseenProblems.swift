import RxTrace

/// The kinds of problems that a run could not show.
struct UnseenProblems {
  private(set) var hasCalls = false
  /// The thread of the newest step, and whether another one had a step before.
  private var thread: Int?
  private var hasSeveralThreads = false
  /// The number of elements without a value.
  private var mute = 0

  mutating func take(_ step: StreamedStep) {
    if step.kind != .output { hasCalls = true }
    if let thread, step.thread != thread { hasSeveralThreads = true }
    thread = step.thread
    guard step.event == .next, step.kind == .on || step.kind == .forwardOn, case .none = step.value else { return }
    mute += 1
  }

  func sentences(_ trace: Trace, usesMain: Bool) -> [String] {
    guard hasCalls else { return [] }
    var unseen: [String] = []
    if !usesMain { unseen.append("the main thread, because the program used no scheduler of it") }
    if !hasSeveralThreads { unseen.append("races, because everything ran on one thread") }
    if mute > 0 { unseen.append("the values of \(counted(mute, "element")), which were not recorded") }
    let made = trace.objects.lazy.filter { $0.role == .observable || $0.role == .subject }
    if !made.isEmpty, made.allSatisfy({ $0.assembly.isEmpty }) {
      unseen.append("subscriptions that only grow at one line, because no call stacks were recorded")
    }
    if trace.removedRecords > 0 {
      unseen.append("what never came or never ended, because it may have been among the records that were removed")
    }
    if !trace.unreturnedClosures.isEmpty || trace.droppedRecords > 0 {
      unseen.append("what came after the recording was cut off, such as the ends of subscriptions")
    }
    return unseen
  }
}
