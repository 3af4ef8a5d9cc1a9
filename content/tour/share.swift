import RxSwift

let profile = Observable<String>.create { observer in
  print("request")
  observer.onNext("Ada")
  return Disposables.create()
}.share(replay: 1)
_ = profile.subscribe(onNext: { print("title \($0)") })
_ = profile.subscribe(onNext: { print("menu \($0)") })
