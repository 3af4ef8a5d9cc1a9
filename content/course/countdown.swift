import RxSwift

func countdown(from start: Int) -> Observable<Int> {
  Observable.create { observer in
    print("counting")
    for number in stride(from: start, to: 0, by: -1) { observer.onNext(number) }
    observer.onCompleted()
    return Disposables.create()
  }
}

let three = countdown(from: 3)
print("the sequence is made")
_ = three.subscribe(onNext: { print($0) }, onCompleted: { print("start") })
_ = three.take(1).subscribe(onNext: { print("first: \($0)") })
