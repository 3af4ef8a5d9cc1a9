import RxSwift

let profile = Observable<String>.create { observer in
  print("request")
  observer.onNext("Ada")
  return Disposables.create()
}

let user = profile.map { $0.uppercased() }.share()
_ = user.subscribe(onNext: { print("title \($0)") })
_ = user.subscribe(onNext: { print("menu \($0)") })
