import RxSwift

struct Offline: Error {}

var attempts = 0
let answer = PublishSubject<String>()
let page = Observable<String>.create { observer in
  attempts += 1
  print("request \(attempts)")
  return answer.take(1).subscribe(onNext: { text in
    if attempts == 1 { observer.onError(Offline()) } else { observer.onNext(text) }
  })
}.share()

_ = page.retry(2).subscribe(onNext: { print("label: \($0)") })
_ = page.retry(2).subscribe(onNext: { print("log: \($0)") })
answer.onNext("…")
answer.onNext("<html>")
