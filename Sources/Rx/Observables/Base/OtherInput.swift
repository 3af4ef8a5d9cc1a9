/// A sink that ends with the first error of any of its inputs.
protocol InputFailing: AnyObject {
  func fail(_ error: any Swift.Error)
}

/// Observes one more input of a sink. An error fails the sink.
class OtherInput<Parent: InputFailing, Element>: EventReceiver<Element> {
  final let parent: Parent

  init(of parent: Parent) {
    self.parent = parent
  }

  func run(_ source: Observable<Element>) -> any DisposableObject { source.subscribe(self) }

  override func on(error: any Swift.Error) { parent.fail(error) }
}

/// Observes one more input of a sink, and holds the subscription to it, which ends when the input completes.
class HeldInput<Parent: InputFailing, Element>: OtherInput<Parent, Element> {
  final let subscription = SingleAssignmentDisposable()

  override final func run(_ source: Observable<Element>) -> any DisposableObject {
    subscription.setDisposable(source.subscribe(self))
    return subscription
  }

  override func onCompletion() { subscription.dispose() }
}
