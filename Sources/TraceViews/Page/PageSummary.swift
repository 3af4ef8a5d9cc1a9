import RxTrace

/// How long a run is, and what is missing in its recording.
struct PageSummary {
  private let trace: Trace
  private let stepsInRun: Int

  init(_ trace: Trace, stepsInRun: Int) { (self.trace, self.stepsInRun) = (trace, stepsInRun) }

  var html: String {
    let steps = trace.steps.count
    let part = steps < stepsInRun ? "\(steps) of " : ""
    let whole = [
      part + counted(stepsInRun, "step"), counted(trace.objects.count, "object"),
      counted(trace.threads.count, "thread"),
    ].map { "<span>\($0)</span>" }
    let troubles = troubles.map { "<strong class=\"trouble\">\(TextEscaping.html.escape($0))</strong>" }
    return (whole + troubles).joined(separator: " ")
  }

  /// The gaps of the recording.
  private var troubles: [String] {
    var troubles: [String] = []
    if !trace.isComplete { troubles.append("Cut off: the program did not end its recording") }
    if trace.droppedRecords > 0 {
      troubles.append("\(counted(Int(clamping: trace.droppedRecords), "record")) dropped: \(trace.dropReasonText)")
    }
    if let removed = trace.removedText { troubles.append(removed) }
    if trace.unfinishedRecords > 0 { troubles.append("\(counted(trace.unfinishedRecords, "record")) unfinished") }
    if trace.damagedSlots > 0 { troubles.append("\(counted(trace.damagedSlots, "slot")) of the file unreadable") }
    return troubles
  }
}
