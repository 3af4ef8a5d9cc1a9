import RxSwift

struct NoConnection: Error {}

var attempts = 0
func search(_ word: String) -> Observable<String> {
  Observable.deferred {
    attempts += 1
    return attempts == 2 ? .error(NoConnection()) : .just("results for \(word)")
  }
}

let words = PublishSubject<String>()

_ = words
  .flatMapLatest { word in search(word).retry(2) }
  .subscribe(
    onNext: { text in print(text) },
    onError: { error in print("failed: \(error)") },
    onCompleted: { print("done") })

words.onNext("sw")
words.onNext("swi")
words.onNext("swif")
