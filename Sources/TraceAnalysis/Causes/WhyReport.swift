import RxTrace

/// Why a step happened, told in the names and lines of the program, as text or JSON.
///
///     let run = try AnalysedRun(path: "run.hwtrace")
///     print(try WhyReport(of: [StepSelection(run).lastOutput()], in: run).text)
///     // Prints: #25  ▸ price 10
///     //         #24  subscribe was given 10   who.swift:12
///     //         #21  filter sent 10           who.swift:11
///     //         #18  map made 10 of 5         who.swift:10
///     //         #15  cart was given 5         who.swift:6 applyCoupon()
public struct WhyReport {
  private let run: AnalysedRun
  private let step: Int
  private let others: [Int]
  private let story: StepStory
  private let words: StepText

  /// The most other steps that the text names.
  private static let namedOthers = 8

  /// - Parameters:
  ///   - steps: positions in ``Trace/steps``, in order, not empty. The last one is explained, the others are listed.
  ///   - width: columns that the rows may take; values are shortened for that, names are not. Nil for no limit.
  public init(of steps: [Int], in run: AnalysedRun, width: Int? = nil) {
    self.run = run
    step = steps.last ?? 0
    story = .fitted(of: step, in: run, run.located.programNames, StageParts(run.trace), width: width)
    // The same element at an earlier stage is a part of the story.
    let told = Set((story.rows + story.inputs.flatMap(\.rows)).map(\.step))
    others = steps.dropLast().filter { !told.contains($0) }
    words = StepText(run)
  }

  public var text: String {
    let layout = StoryText(trace: run.trace)
    var lines = story.rows.isEmpty ? [words.call(run.trace.steps[step])] : layout.lines(story.rows)
    for input in story.inputs { lines += ["", input.heading] + layout.lines(input.rows) }
    if story.omittedInputs > 0 { lines += ["", "and \(counted(story.omittedInputs, "more input"))"] }
    if !story.subscriptions.isEmpty {
      lines += ["", "because earlier"] + layout.lines(story.subscriptions, showsThreads: false)
    }
    if !others.isEmpty { lines += ["", Self.list(others)] }
    lines += run.remarks.map { "note: \($0)" }
    return lines.map { oneLine($0) + "\n" }.joined()
  }

  /// `the same before: #3, #9 and 12 more`
  private static func list(_ others: [Int]) -> String {
    let named = others.suffix(namedOthers).map { "#\($0 + 1)" }.joined(separator: ", ")
    let more = others.count - namedOthers
    return "the same before: \(named)" + (more > 0 ? " and \(more) more" : "")
  }

  public func jsonText() throws -> String {
    let times = run.located.virtualTimes
    let rowJSON = { (row: StepStory.Row) in StoryRowJSON(row, run.trace, times) }
    return try json(
      WhyJSON(
        run: run.name, step: StepJSON(run.trace.steps[step], words, times), story: story.rows.map(rowJSON),
        inputs: story.inputs.map { InputJSON($0, rowJSON) }, omittedInputs: story.omittedInputs,
        subscriptions: story.subscriptions.map(rowJSON), others: others.map { $0 + 1 }, remarks: run.remarks))
  }
}

private struct WhyJSON: Encodable {
  let run: String
  let step: StepJSON
  let story: [StoryRowJSON]
  let inputs: [InputJSON]
  let omittedInputs: Int
  let subscriptions: [StoryRowJSON]
  let others: [Int]
  let remarks: [String]
}
