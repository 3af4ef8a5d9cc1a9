import Rx

struct Offline: Error {}

let page = PublishSubject<String>()
let title = page.asDriver(onErrorJustReturn: "no page")

_ = title.drive(onNext: { print("label: \($0)") })
page.onNext("news")
_ = title.drive(onNext: { print("window: \($0)") })
page.onError(Offline())
