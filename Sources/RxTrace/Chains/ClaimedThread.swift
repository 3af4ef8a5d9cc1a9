/// The thread or queue on which a step ran, as an author claims it.
///
///     @kitchen  @"default QoS"    the name of the queue, or of a thread that works for none
///     @main                       the main queue
///     @thread2  @2                the number of the thread
package enum ClaimedThread: Equatable {
  case number(Int)
  case name(String)

  /// Reads the thread after an `@`.
  package init(_ scanner: inout LineScanner) throws(Problem) {
    let place = scanner.place
    if scanner.next == "\"" {
      self = .name(try scanner.quoted().content)
      return
    }
    let word = scanner.word()
    guard !word.isEmpty else {
      throw Problem(place, "a thread is named as in `@main`, `@\"default QoS\"` or `@thread2`")
    }
    let digits = word.hasPrefix("thread") ? word.dropFirst("thread".count) : word[...]
    self = Int(digits).map(Self.number) ?? .name(word)
  }

  /// Whether a step of the run ran there.
  package func holds(for step: Step, in trace: Trace) -> Bool {
    switch self {
    case .number(let number):
      return trace.threads[step.thread].ordinal == number
    case .name(let name):
      let place = trace.place(of: step)
      return place.givenName == name || place.name == name || step.queue == name
    }
  }

  /// The text after the `@`.
  package var text: String {
    switch self {
    case .number(let number): "thread\(number)"
    case .name(let name): Self.isWord(name) ? name : name.debugDescription
    }
  }

  private static func isWord(_ name: String) -> Bool {
    name.first?.isLetter == true && !name.contains { $0.isWhitespace || "|()\"\\".contains($0) }
      && !(name.hasPrefix("thread") && Int(name.dropFirst("thread".count)) != nil)
  }
}

extension Trace {
  /// The places at which steps of the run ran, each once: `kitchen (thread 2)`.
  package func places(of steps: some Sequence<Step>) -> [String] {
    var places: [String] = []
    for step in steps {
      let place = threadText(of: step)
      if !places.contains(place) { places.append(place) }
    }
    return places
  }
}
