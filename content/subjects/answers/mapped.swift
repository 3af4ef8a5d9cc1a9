import Rx

let page = PublishSubject<String>()
let length = page.asDriver(onErrorJustReturn: "no page")
  .map { text -> Int in
    print("counting")
    return text.count
  }

_ = length.drive(onNext: { print("label: \($0)") })
_ = length.drive(onNext: { print("window: \($0)") })
page.onNext("news")
