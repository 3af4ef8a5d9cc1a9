import RxTrace

/// The steps of a run in the order in which they are compared.
struct Flow {
  /// Steps whose order among each other is compared.
  struct Stream {
    var calls: CallStreams.Stream
    /// Positions in the trace: each outermost call with all that it encloses.
    var steps: [Int] = []
  }

  let trace: Trace
  private(set) var streams: [Stream]
  /// The whole line that was printed, for each step that began one.
  private(set) var printed: [Int: String] = [:]
  private let calls: CallStreams

  init(_ trace: Trace, ignoringOutput: Bool = false) {
    self.trace = trace
    let source = TraceSteps(trace)
    calls = CallStreams(source, ignoringOutput: ignoringOutput, source.advance)
    streams = calls.streams.map { Stream(calls: $0) }
    gatherSteps(ignoringOutput: ignoringOutput)
  }

  /// The thread or queue of a step, in words that are the same in another run.
  func lane(of step: Int) -> String { calls.lane(ofCall: calls.call(ofStep: trace.steps[step].number)) }

  private mutating func gatherSteps(ignoringOutput: Bool) {
    var within: [Int: [Int]] = [:]
    for step in trace.steps where !ignoringOutput || step.kind != .output {
      within[calls.call(ofStep: step.number), default: []].append(step.index)
    }
    for stream in streams.indices {
      for call in streams[stream].calls.calls { append(within[Int(call)] ?? [], to: stream) }
    }
  }

  /// The pieces of one printed line are one step, even if the output of other threads came in between.
  private mutating func append(_ steps: [Int], to stream: Int) {
    for index in steps {
      let step = trace.steps[index]
      guard step.kind == .output else {
        streams[stream].steps.append(index)
        continue
      }
      let text = step.value?.text ?? ""
      if let last = streams[stream].steps.last, printed[last].map({ !$0.hasSuffix("\n") }) ?? false,
        trace.steps[last].parent == step.parent, trace.steps[last].thread == step.thread
      {
        printed[last, default: ""] += text
      } else {
        streams[stream].steps.append(index)
        printed[index] = text
      }
    }
  }
}
