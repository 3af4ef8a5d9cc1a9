import RxSwift

struct Offline: Error {}

var attempts = 0
let page = Observable<String>.create { observer in
  attempts += 1
  if attempts < 40 { observer.onError(Offline()) } else { observer.onNext("the page") }
  return Disposables.create()
}

let bag = DisposeBag()
page
  .retry()
  .subscribe(onNext: { print("\($0), after \(attempts) attempts") })
  .disposed(by: bag)
