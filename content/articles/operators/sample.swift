import RxSwift

let draft = PublishSubject<String>()  // the input: what has been typed
let enter = PublishSubject<Int>()     // the control: how often the key was pressed

_ = draft.sample(enter).subscribe(onNext: { text in print("sent \(text)") })

draft.onNext("hi")
enter.onNext(1)
enter.onNext(2)
