import RxSwift

struct Broken: Error {}

let temperatures = Observable<Int>.create { observer in
  observer.onNext(21)
  return Disposables.create { print("sensor off") }
}

let subscription = temperatures
  .map { _ in throw Broken() }
  .filter { (number: Int) in number > 100 }
  .subscribe(onNext: { print($0) }, onError: { print($0) }, onDisposed: { print("disposed") })
