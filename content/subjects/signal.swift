import Rx

struct Offline: Error {}

let page = PublishSubject<String>()
let title = page.asSignal(onErrorJustReturn: "no page")

_ = title.emit(onNext: { print("label: \($0)") })
page.onNext("news")
_ = title.emit(onNext: { print("window: \($0)") })
page.onError(Offline())
