import RxSwift

let numbers = Observable<Int>.create { observer in
  observer.onNext(1)
  observer.onNext(2)
  return Disposables.create()
}

_ = numbers
  .map { number in number * 10 }
  .take(1)
  .subscribe(onNext: { number in print(number) })
