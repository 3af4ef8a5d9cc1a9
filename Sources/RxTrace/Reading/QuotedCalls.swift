/// The steps that are kept while a run is read, each with the calls around it.
struct QuotedCalls {
  /// The kept steps by their numbers.
  private(set) var quoted: [Int: Step] = [:]
  /// The calls of each thread that are under way, outermost first.
  private var open: [[StreamedStep]] = []
  private let texts = StepTexts()

  /// Keeps a stream's step, and the calls around it without their values, which are gone.
  mutating func quote(_ stream: StepStream) {
    let step = stream.step
    quoted[step.number] = stream.whole(step, texts)
    guard step.thread < open.count else { return }
    for call in open[step.thread].reversed() {
      guard quoted[call.number] == nil else { return }
      quoted[call.number] = stream.whole(call, texts)
    }
  }

  mutating func enter(_ step: StreamedStep) {
    guard step.kind != .output else { return }
    while open.count <= step.thread { open.append([]) }
    var call = step
    (call.value, call.thrown) = (.none, .none)
    open[step.thread].append(call)
  }

  mutating func leave(_ returned: [ReturnedCall]) {
    for call in returned {
      while let last = open[call.thread].popLast(), last.number != call.number {}
      guard let time = quoted[call.number]?.time else { continue }
      // Damage can give a thread's later record an earlier time.
      quoted[call.number]!.endTime = max(call.time, time)
    }
  }
}
