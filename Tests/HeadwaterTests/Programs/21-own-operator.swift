import RxSwift

extension ObservableType {
  func myMap<R>(_ transform: @escaping (Element) -> R) -> Observable<R> {
    Observable.create { observer in
      let subscription = self.subscribe { event in
        switch event {
        case .next(let value): observer.on(.next(transform(value)))
        case .error(let error): observer.on(.error(error))
        case .completed: observer.on(.completed)
        }
      }
      return subscription
    }
  }
}

_ = Observable.of(1, 2, 3)
  .myMap { "This is simply \($0)" }
  .subscribe(onNext: { print($0) })
