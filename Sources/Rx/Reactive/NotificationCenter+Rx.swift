import Foundation

#if !canImport(ObjectiveC)
  // Not an NSObject there.
  extension NotificationCenter: ReactiveCompatible {}
#endif

extension Reactive where Base: NotificationCenter {
  /// The notifications of a name, for as long as somebody is subscribed.
  ///
  ///     let saved = Notification.Name("saved")
  ///     _ = NotificationCenter.default.rx.notification(saved).subscribe(onNext: { print($0.name.rawValue) })
  ///     NotificationCenter.default.post(name: saved, object: nil)
  ///     // Prints: saved
  ///
  /// - Parameters:
  ///   - name: nil for all of them.
  ///   - object: whose notifications are meant, which is not kept; nil for everybody's.
  public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
    let center = base
    return Observable.create { [weak object] observer in
      // The thread that posts is the one that the observer is called on.
      nonisolated(unsafe) let observer = observer
      let registration = center.addObserver(forName: name, object: object, queue: nil) { observer.onNext($0) }
      return Disposables.create { center.removeObserver(registration) }
    }
  }
}
