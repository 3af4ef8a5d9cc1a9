import RxSwift

struct Offline: Error {}

func send(_ text: String) -> Single<String> { text.isEmpty ? .error(Offline()) : .just("sent \(text)") }

let bag = DisposeBag()
send("hello").subscribe(onSuccess: { print($0) }, onFailure: { print("not sent: \($0)") }).disposed(by: bag)
send("").subscribe(onSuccess: { print($0) }, onFailure: { print("not sent: \($0)") }).disposed(by: bag)
