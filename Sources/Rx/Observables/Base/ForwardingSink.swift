/// Forwards every event: for operators that decide only which sequence is subscribed to, when, or on which thread.
@usableFromInline
class ForwardingSink<Element>: Sink<Element, Element> {
  override final func on(next element: Element) { forwardOn(next: element) }
}
