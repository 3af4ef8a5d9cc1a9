/// Forwards the events of a sequence that replaces the source for good.
class Takeover<Input, Element>: OtherInput<Sink<Input, Element>, Element> {
  override final func on(next element: Element) { parent.forwardOn(next: element) }

  override final func onCompletion() { parent.finish() }
}
