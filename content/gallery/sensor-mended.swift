import RxSwift

let messages = PublishSubject<String>()
let bag = DisposeBag()

messages
  .compactMap { text in
    if Int(text) == nil { print("log: \(text) is not a number") }
    return Int(text)
  }
  .subscribe(onNext: { print("reading \($0)") })
  .disposed(by: bag)

for text in ["20", "21", "n/a", "22", "23"] { messages.onNext(text) }
