import RxSwift

func observeOnce() {
  _ = Observable<String>.create { observer in
    observer.onNext("hello")
    return Disposables.create()
  }.subscribe(onNext: { text in print(text) })
}

observeOnce()
let before = Resources.total
observeOnce()
print("left over: \(Resources.total - before)")
