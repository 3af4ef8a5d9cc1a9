import RxSwift

struct Offline: Error {}
let page = Observable<String>.create { observer in
  print("request")
  observer.onError(Offline())
  return Disposables.create()
}.share()
_ = page.retry(2).subscribe(onNext: { print("label: \($0)") }, onError: { print("label: \($0)") })
_ = page.retry(2).subscribe(onNext: { print("log: \($0)") }, onError: { print("log: \($0)") })
