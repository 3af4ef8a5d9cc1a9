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
      // Who posts decides on which thread.
      let receiver = Unchecked(observer)
      let registration = center.addObserver(forName: name, object: object, queue: nil) { receiver.value.onNext($0) }
      return Disposables.create { center.removeObserver(registration) }
    }
  }
}
