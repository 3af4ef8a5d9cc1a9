import RxSwift

func request(_ word: String) -> Observable<String> {
  Observable.create { observer in
    print("request \(word)")
    observer.onNext("results for \(word)")
    observer.onCompleted()
    return Disposables.create()
  }
}

let words = PublishSubject<String>()

_ = words.map { word in request(word) }
  .subscribe(onNext: { answer in print("map: \(type(of: answer))") })
_ = words.flatMap { word in request(word) }
  .subscribe(onNext: { answer in print("flatMap: \(answer)") })

words.onNext("swift")
