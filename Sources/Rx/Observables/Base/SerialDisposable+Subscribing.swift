extension SerialDisposable {
  /// Disposes the subscription that it holds, then subscribes an observer to another source.
  ///
  /// The placeholder is set before it subscribes: while it does, the source may send an event that causes the next
  /// subscription.
  func subscribe<Element>(_ observer: EventReceiver<Element>, to source: Observable<Element>) {
    let subscription = SingleAssignmentDisposable()
    replace(with: subscription)
    subscription.setDisposable(source.subscribe(observer))
  }
}
