import RxTrace

/// A step in the words of a page, as a line or as separate facts.
struct StepFacts {
  let run: Evidence
  let words: Wording

  /// The step in the words of ``StepPhrase``, without the observer passed to a call.
  func line(_ step: Step, namesThread: Bool = true) -> HTML {
    StepPhrase(step, in: run.trace).parts.compactMap { part -> HTML? in
      switch part {
      case .call(let name): "<code>\(name)</code>"
      case .printed: "\(words(.prints)) \(output(step))"
      case .receiver: nil
      case .event: event(step)
      // The event already shows its value.
      case .value(let value): step.kind == .closure || step.event == nil ? self.value(value) : nil
      case .thrown, .undelivered: delivery(step)
      case .thread: namesThread ? thread(step) : nil
      }
    }.joined(separator: " ")
  }

  /// The event and its value: `next "a"`.
  func event(_ step: Step) -> HTML {
    guard let event = step.event else { return "" }
    guard let value = step.value else { return "<span class=\"event\">\(event.rawValue)</span>" }
    return "<span class=\"event\">\(event.rawValue) \(self.value(value))</span>"
  }

  private func value(_ value: TracedValue) -> HTML {
    let cut: HTML = value.isComplete ? "" : "<span class=\"cut\"> … \(words(.cutShort))</span>"
    return "<code class=\"value\">\(value.text)</code>\(cut)"
  }

  /// The place at which the step ran, if there is more than one thread: `kitchen (thread 2)`.
  func thread(_ step: Step) -> HTML {
    run.trace.threads.count > 1 ? "<span class=\"thread\">\(place(of: step))</span>" : ""
  }

  /// Any of the threads that run at a place: `main queue`.
  func thread(at name: String) -> HTML { "<span class=\"thread\">\(shown(place: name))</span>" }

  /// `kitchen (thread 2)`, or `thread 2` if neither the queue nor the thread has a name.
  func place(of step: Step) -> String {
    let thread = name(of: run.trace.threads[step.thread])
    return placeName(step).map { "\($0) (\(thread))" } ?? thread
  }

  private func name(of thread: TracedThread) -> String { words(.thread, thread.ordinal) }

  /// The tick of the virtual clock, for a step that the test around a pipeline begins.
  func tick(beginning step: Step, _ harness: TestHarness?) -> HTML {
    guard let tick = harness?.tick(beginning: step) else { return "" }
    return "<span class=\"tick\">\(words(.marbleTick, tick))</span>"
  }

  /// Names of threads as lanes: the place of all of a thread's steps, or else the thread's number.
  func names(ofThreads threads: [Int]) -> [String] {
    let places = run.trace.placesOfThreads
    return threads.map { thread in
      places[thread].map { ShownText.fitted(shown(place: $0), columns: 18) } ?? name(of: run.trace.threads[thread])
    }
  }

  private func placeName(_ step: Step) -> String? { run.trace.placeName(of: step).map(shown) }

  private func shown(place name: String) -> String { name == Trace.mainPlace ? words(.mainQueue) : name }

  /// A note that an event was not delivered, or which error a closure threw.
  func delivery(_ step: Step) -> HTML {
    if let thrown = step.thrown {
      return "<span class=\"undelivered\">\(words(.threw)) <code class=\"value\">\(thrown.text)</code></span>"
    }
    return step.isDelivered
      ? "" : "<span class=\"undelivered\">\(words(.notDelivered))</span>"
  }

  func output(_ step: Step) -> HTML { "<samp>\(StepValue.printed(step))</samp>" }
}
