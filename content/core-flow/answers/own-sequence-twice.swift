import RxSwift

struct Countdown: ObservableType {
  typealias Element = Int
  let start: Int

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
    for number in stride(from: start, to: 0, by: -1) { observer.onNext(number) }
    observer.onCompleted()
    return Disposables.create()
  }
}

let countdown = Countdown(start: 2)
_ = countdown.subscribe(onNext: { number in print("first: \(number)") })
_ = countdown.subscribe(onNext: { number in print("second: \(number)") })
