extension SerialDisposable {
  /// Disposes the subscription that it holds, then subscribes an observer to another source.
  ///
  /// The new subscription has its place before it is made, because the source may send, and cause the next one, while it is
  /// subscribed to.
  func subscribe<Element>(_ observer: EventReceiver<Element>, to source: Observable<Element>) {
    let subscription = SingleAssignmentDisposable()
    replace(with: subscription)
    subscription.setDisposable(source.subscribe(observer))
  }
}
