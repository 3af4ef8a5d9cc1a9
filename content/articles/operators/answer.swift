import RxSwift

let draft = PublishSubject<String>()
let enter = PublishSubject<Int>()

_ = draft.sample(enter).subscribe(onNext: { text in
  print("sent \(text)")
  if text == "hi" { draft.onNext("anybody there?") }  // sent while "hi" is still being delivered
})

draft.onNext("hi")
enter.onNext(1)
enter.onNext(2)
