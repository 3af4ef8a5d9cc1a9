import RxSwift

let draft = PublishSubject<String>()  // now the second sequence
let enter = PublishSubject<Int>()     // now the first

_ = enter.withLatestFrom(draft) { press, text in "\(press): \(text)" }.subscribe(onNext: { line in print(line) })

enter.onNext(1)
draft.onNext("hi")
enter.onNext(2)
enter.onNext(3)
