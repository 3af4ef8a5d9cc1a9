import RxTrace

/// What is known of a step beside its name, in the form that every view shows it.
struct StepFacts {
  let run: RecordedRun

  /// The event and its value: `next "a"`.
  func event(_ step: Step) -> HTML {
    guard let event = step.event else { return "" }
    guard let value = step.value else { return "<span class=\"event\">\(event.rawValue)</span>" }
    let cut: HTML = value.isComplete ? "" : "<span class=\"cut\"> … only its beginning was recorded</span>"
    return "<span class=\"event\">\(event.rawValue) <code class=\"value\">\(value.text)</code>\(cut)</span>"
  }

  /// The thread, where there is more than one.
  func thread(_ step: Step) -> HTML {
    guard run.trace.threads.count > 1 else { return "" }
    let thread = run.trace.threads[step.thread]
    let details = [step.queue, thread.name].compactMap { $0 }.first { !$0.isEmpty }
    return "<span class=\"thread\">thread \(thread.ordinal)\(details.map { " (\($0))" } ?? "")</span>"
  }

  func delivery(_ step: Step) -> HTML {
    step.isDelivered ? "" : "<span class=\"undelivered\">not delivered: already disposed of</span>"
  }

  func output(_ step: Step) -> HTML { "<samp>\(StepValue.printed(step))</samp>" }
}
