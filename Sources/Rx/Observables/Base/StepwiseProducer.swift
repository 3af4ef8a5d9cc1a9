/// A producer that sends its elements in steps, on a scheduler, until there are no more or the subscription ends.
@usableFromInline
class StepwiseProducer<Element>: Producer<Element> {
  private final let scheduler: any ImmediateSchedulerType
  private final let makeSink: (Downstream<Element>) -> StepwiseSink<Element>

  @usableFromInline
  init(_ scheduler: any ImmediateSchedulerType, _ makeSink: @escaping (Downstream<Element>) -> StepwiseSink<Element>) {
    self.scheduler = scheduler
    self.makeSink = makeSink
  }

  override final func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = makeSink(output)
    return StartedSubscription(sink: sink, subscription: scheduler.scheduleLoop { sink.goesOn() })
  }
}

@usableFromInline
class StepwiseSink<Element>: Sink<Element, Element> {
  /// Sends one element.
  /// - Returns: whether there was one; otherwise the sequence completes.
  func step() throws -> Bool { abstractMethod() }

  /// Takes one step. Returns false if it was the last, or the subscription has ended.
  fileprivate final func goesOn() -> Bool {
    guard !isDisposed else { return false }
    do {
      if try step() { return true }
      finish()
    } catch { fail(error) }
    return false
  }
}
