import Rx

let page = PublishSubject<String>()
let title = page.asDriver(onErrorJustReturn: "no page")

let label = title.drive(onNext: { print("label: \($0)") })
page.onNext("news")
label.dispose()
_ = title.drive(onNext: { print("window: \($0)") })
page.onNext("mail")
