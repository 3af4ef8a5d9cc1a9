/// The last steps of outermost calls after which their threads did nothing for long. They are kept because only the
/// thread's next step tells that such a call has returned, and a piece of the run should not wait for that step.
struct OutermostCalls {
  /// The last step within each outermost call, by the number of the call's own step.
  private(set) var lastSteps: [Int: Int] = [:]
  /// The newest outermost call of each thread.
  private var newest: [Call?] = []

  private struct Call {
    var number: Int
    var last: Int
  }

  /// The number of steps of other threads after which a call is kept here.
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

  /// Keeps the last steps of all calls, because the run is over.
  mutating func finish() {
    for call in newest.compactMap(\.self) { lastSteps[call.number] = call.last }
  }
}
