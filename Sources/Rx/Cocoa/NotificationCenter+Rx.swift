import Foundation

extension Reactive where Base: NotificationCenter {
  /// The notifications with a name; the center is observed while there is a subscription.
  ///
  ///     let saved = Notification.Name("saved")
  ///     _ = NotificationCenter.default.rx.notification(saved).subscribe(onNext: { print($0.name.rawValue) })
  ///     NotificationCenter.default.post(name: saved, object: nil)
  ///     // Prints: saved
  ///
  /// - Parameters:
  ///   - name: nil for all notifications.
  ///   - object: the sender, which is not retained; nil for any sender.
  public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
    let center = base
    return Observable.create { [weak object] observer in
      // The observer is called on the thread that posts.
      nonisolated(unsafe) let observer = observer
      let registration = center.addObserver(forName: name, object: object, queue: nil) { observer.onNext($0) }
      return Disposables.create { center.removeObserver(registration) }
    }
  }
}
