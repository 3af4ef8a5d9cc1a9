import RxSwift

func observeOnce() {
  let subscription = Observable<String>.create { observer in
    observer.onNext("hello")
    return Disposables.create()
  }.subscribe(onNext: { text in print(text) })
  subscription.dispose()
}

observeOnce()
let before = Resources.total
observeOnce()
print("left over: \(Resources.total - before)")
