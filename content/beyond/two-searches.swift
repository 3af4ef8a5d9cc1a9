import RxSwift

let words = PublishSubject<String>()

let results =
  words
  .filter { $0.count > 1 }
  .flatMap { word in Observable.of(word, word + "!") }

let first = results.subscribe(onNext: { print("first: \($0)") })
_ = results.subscribe(onNext: { print("second: \($0)") })

words.onNext("a")
words.onNext("hi")
first.dispose()
words.onCompleted()
