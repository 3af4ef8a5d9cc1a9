import RxSwift

let page = Observable<String>.create { observer in
  print("request sent")
  observer.onNext("<html>")
  observer.onCompleted()
  return Disposables.create()
}.share(replay: 1, scope: .forever)

_ = page.subscribe(onNext: { print("Ada reads \($0)") })
_ = page.subscribe(onNext: { print("Bob reads \($0)") })
