import RxSwift

struct Offline: Error {}
let taps = PublishSubject<Int>()

_ = taps
  .flatMapLatest { load($0) }
  .catchAndReturn("offline")
  .subscribe(onNext: { print($0) })
for page in 1...4 { taps.onNext(page) }

func load(_ page: Int) -> Observable<String> {
  page == 2 ? .error(Offline()) : .just("page \(page)")
}
