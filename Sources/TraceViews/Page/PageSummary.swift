import RxTrace

/// The length of a run, and what its recording lacks.
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
    let cutOff = trace.isComplete ? [] : ["Cut off: the end of the recording is missing"]
    let troubles = (cutOff + trace.lossTexts).map {
      "<strong class=\"trouble\">\(TextEscaping.html.escape($0))</strong>"
    }
    let output = [trace.outputText].compactMap { $0.map { "<span>\($0)</span>" } }
    return (whole + output + troubles).joined(separator: " ")
  }
}
