import RxTrace

/// A chain of causes as text or JSON.
public struct CauseReport {
  private let run: AnalysedRun
  private let chain: CauseChain
  private let words: StepText

  /// - Parameter index: the step's position in ``Trace/steps``.
  public init(of index: Int, in run: AnalysedRun) {
    self.run = run
    chain = CauseChain(of: index, in: run.trace)
    words = StepText(run)
  }

  /// One line a link, each with its number, call and source line.
  public var text: String {
    var lines = rows(chain.event)
    for subscription in chain.subscriptions { lines += [""] + rows(subscription) }
    if !chain.pipeline.isEmpty { lines += ["", "built of"] + chain.pipeline.map(builtRow) }
    lines += run.remarks.map { "note: \($0)" }
    return lines.map { oneLine($0) + "\n" }.joined()
  }

  private func builtRow(_ object: ObjectID) -> String {
    let name = "  \(run.trace.name(of: object))"
    return words.origin(object).map { "\(name)  made at \($0)" } ?? name
  }

  public func jsonText() throws -> String {
    let times = run.located.virtualTimes
    return try json(
      CauseJSON(
        run: run.name, chain: chain.event.map { linkJSON($0, times) },
        subscriptions: chain.subscriptions.map { $0.map { linkJSON($0, times) } },
        pipeline: chain.pipeline.map {
          PipelineJSON(
            object: run.trace.name(of: $0), type: run.trace.objects[$0].fullTypeName,
            madeAt: run.origins[$0]?.description)
        }, remarks: run.remarks))
  }

  private func rows(_ links: [CauseChain.Link]) -> [String] {
    let numbers = links.map { link in
      "\(link.relation.rawValue) \(link.step + 1)"
    }
    let calls = links.map { words.call(run.trace.steps[$0.step]) }
    let width = numbers.map(\.count).max() ?? 0
    let column = min(calls.map(\.count).max() ?? 0, 84)
    var thread: String?
    var rows: [String] = []
    for (index, link) in links.enumerated() {
      let step = run.trace.steps[link.step]
      let name = words.trace.threadText(of: step)
      if run.trace.threads.count > 1, name != thread { rows.append("── \(name)") }
      thread = name
      let call = "\(padded(numbers[index], width))  \(calls[index])"
      rows.append(words.place(step).map { "\(padded(call, width + 2 + column))  \($0)" } ?? call)
    }
    return rows
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private func linkJSON(_ link: CauseChain.Link, _ times: VirtualTimes) -> LinkJSON {
    LinkJSON(relation: link.relation.rawValue, step: StepJSON(run.trace.steps[link.step], words, times))
  }
}

private struct CauseJSON: Encodable {
  let run: String
  let chain: [LinkJSON]
  let subscriptions: [[LinkJSON]]
  let pipeline: [PipelineJSON]
  let remarks: [String]
}

private struct LinkJSON: Encodable {
  let relation: String
  let step: StepJSON
}

private struct PipelineJSON: Encodable {
  let object: String
  let type: String
  let madeAt: String?
}
