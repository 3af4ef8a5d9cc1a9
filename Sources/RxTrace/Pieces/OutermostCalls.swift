/// The last steps of outermost calls after which their threads did nothing for long. The next step of the thread is what
/// tells that such a call has returned, and a piece of the run should not have to wait for that.
struct OutermostCalls {
  /// The last step within each outermost call, by the number of the call's own step.
  private(set) var lastSteps: [Int: Int] = [:]
  /// For each thread its newest outermost call.
  private var newest: [Call?] = []

  private struct Call {
    var number: Int
    var last: Int
  }

  /// Steps of other threads after which a call is kept here.
  private static let longest = 10_000

  mutating func take(_ step: StreamedStep) {
    while newest.count <= step.thread { newest.append(nil) }
    guard step.parent == nil else {
      newest[step.thread]?.last = step.number
      return
    }
    if let call = newest[step.thread], step.number - call.last > Self.longest { lastSteps[call.number] = call.last }
    newest[step.thread] = Call(number: step.number, last: step.number)
  }

  /// The run is over.
  mutating func finish() {
    for call in newest.compactMap(\.self) { lastSteps[call.number] = call.last }
  }
}
