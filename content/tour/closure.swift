import RxSwift

let words = PublishSubject<String>()
_ = words.subscribe(onNext: { print($0) })
words.onNext("hello")
