import RxSwift

let pages = PublishSubject<String>()
let lengths = pages.map { page -> Int in
  print("counting")
  return page.count
}.share()

_ = lengths.subscribe(onNext: { print("label: \($0)") })
_ = lengths.subscribe(onNext: { print("log: \($0)") })
pages.onNext("<html>")
