import RxSwift

var send: ((String) -> Void)?

let radio = Observable<String>.create { observer in
  send = { text in observer.onNext(text) }
  observer.onCompleted()
  return Disposables.create { print("freed") }
}

let subscription = radio.subscribe(
  onNext: { text in print("received \(text)") },
  onDisposed: { print("disposed") })

print("subscribed")
send?("before")
subscription.dispose()
subscription.dispose()
send?("after")
