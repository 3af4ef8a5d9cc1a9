/// Tells whether any of the sequences that it tracks has a subscription.
///
///     let loading = ActivityIndicator()
///     let page = download().trackActivity(loading)
///     loading.drive(onNext: { print($0) }).disposed(by: bag)
///     // Prints: false, then true while `page` has observers, then false.
///
/// The idea is from RxSwift's examples.
public final class ActivityIndicator: SharedSequenceConvertibleType {
  public typealias Element = Bool
  public typealias SharingStrategy = DriverSharingStrategy

  private let lock = DeliveryLock()
  private let count = BehaviorRelay(value: 0)
  private let loading: SharedSequence<SharingStrategy, Bool>

  public init() {
    loading = count.asDriver().map { $0 > 0 }.distinctUntilChanged()
  }

  public func asSharedSequence() -> SharedSequence<SharingStrategy, Bool> { loading }

  /// With `using`, counting starts before the source is subscribed to, and ends after the source has ended.
  fileprivate func track<Source: ObservableConvertibleType>(_ source: Source) -> Observable<Source.Element> {
    Observable.using(
      { () -> ActivityToken<Source.Element> in
        self.change(by: 1)
        return ActivityToken(source: source.asObservable(), disposeAction: { self.change(by: -1) })
      },
      observableFactory: { $0.asObservable() })
  }

  private func change(by step: Int) {
    lock.withLock { count.accept(count.value + step) }
  }
}

extension ObservableConvertibleType {
  /// The same sequence; an indicator counts each subscription from its beginning to its end.
  @_disfavoredOverload
  public func trackActivity(_ activityIndicator: ActivityIndicator) -> Observable<Element> {
    activityIndicator.track(self)
  }
}

/// The resource that lives as long as the subscription to a tracked sequence.
private struct ActivityToken<Element>: ObservableConvertibleType, Disposable {
  private let source: Observable<Element>
  private let cancelable: any Cancelable

  init(source: Observable<Element>, disposeAction: @escaping () -> Void) {
    self.source = source
    cancelable = Disposables.create(with: disposeAction)
  }

  func dispose() { cancelable.dispose() }

  func asObservable() -> Observable<Element> { source }
}
