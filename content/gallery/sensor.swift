import RxSwift

struct NotANumber: Error {}

let messages = PublishSubject<String>()
let bag = DisposeBag()

messages
  .map { text in
    guard let number = Int(text) else { throw NotANumber() }
    return number
  }
  .subscribe(onNext: { print("reading \($0)") }, onError: { print("log: \($0)") })
  .disposed(by: bag)

for text in ["20", "21", "n/a", "22", "23"] { messages.onNext(text) }
