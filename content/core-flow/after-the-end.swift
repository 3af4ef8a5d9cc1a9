import RxSwift

let chatterbox = Observable<Int>.create { observer in
  observer.onNext(1)
  observer.onCompleted()
  observer.onNext(2)
  observer.onCompleted()
  return Disposables.create()
}

_ = chatterbox.subscribe(onNext: { number in print(number) })
