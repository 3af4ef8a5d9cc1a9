import RxSwift

struct Offline: Error {}

var attempts = 0
let server = PublishSubject<String>()
let page = Observable<String>.create { observer in
  attempts += 1
  print("request \(attempts)")
  return server.subscribe(onNext: { text in
    if attempts == 1 { observer.onError(Offline()) } else { observer.onNext(text) }
  })
}.retry(2).share()

_ = page.subscribe(onNext: { print("label: \($0)") }, onError: { print("label: \($0)") })
_ = page.subscribe(onNext: { print("log: \($0)") }, onError: { print("log: \($0)") })
server.onNext("<busy>")
server.onNext("<html>")
