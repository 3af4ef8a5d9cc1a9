import RxTrace

/// The facts about a step besides its name, in the form that all views share.
struct StepFacts {
  let run: Evidence
  let words: Wording

  /// The event and its value: `next "a"`.
  func event(_ step: Step) -> HTML {
    guard let event = step.event else { return "" }
    guard let value = step.value else { return "<span class=\"event\">\(event.rawValue)</span>" }
    let cut: HTML = value.isComplete ? "" : "<span class=\"cut\"> … \(words(.cutShort))</span>"
    return "<span class=\"event\">\(event.rawValue) <code class=\"value\">\(value.text)</code>\(cut)</span>"
  }

  /// The thread, if there is more than one.
  func thread(_ step: Step, evenIfAlone: Bool = false) -> HTML {
    guard evenIfAlone || run.trace.threads.count > 1 else { return "" }
    let thread = run.trace.threads[step.thread]
    let kind = run.trace.threads.count > 1 ? "thread" : "thread alone"
    let details = details(step, thread).map { " (\($0))" } ?? ""
    return "<span class=\"\(kind)\">\(words(.thread, thread.ordinal))\(details)</span>"
  }

  private func details(_ step: Step, _ thread: TracedThread) -> String? {
    // Show the queue's label. The main thread's name is just the program's, so say "main queue" instead.
    if step.queue == "com.apple.main-thread" { return words(.mainQueue) }
    return [step.queue, thread.name].compactMap { $0 }.first { !$0.isEmpty }
  }

  /// Says that an event was not delivered, or which error a closure threw.
  func delivery(_ step: Step) -> HTML {
    if let thrown = step.thrown {
      return "<span class=\"undelivered\">\(words(.threw)) <code class=\"value\">\(thrown.text)</code></span>"
    }
    return step.isDelivered
      ? "" : "<span class=\"undelivered\">\(words(.notDelivered))</span>"
  }

  func output(_ step: Step) -> HTML { "<samp>\(StepValue.printed(step))</samp>" }
}
