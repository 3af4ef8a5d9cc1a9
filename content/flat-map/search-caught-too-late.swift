import RxSwift

struct NoConnection: Error {}

func search(_ word: String) -> Observable<String> {
  word == "swi" ? .error(NoConnection()) : .just("results for \(word)")
}

let words = PublishSubject<String>()

_ = words
  .flatMapLatest { word in search(word) }
  .catchAndReturn("no connection")
  .subscribe(
    onNext: { text in print(text) },
    onError: { error in print("failed: \(error)") },
    onCompleted: { print("done") })

words.onNext("sw")
words.onNext("swi")
words.onNext("swif")
