import RxSwift

struct Offline: Error {}
let pages = PublishSubject<Int>()
_ = pages
  .map { page in
    if page == 2 { throw Offline() }
    return "page \(page)"
  }
  .subscribe(onNext: { print($0) }, onError: { print($0) })
pages.onNext(1)
pages.onNext(2)
pages.onNext(3)
