import Rx

struct Offline: Error {}

let page = PublishSubject<String>()
let title = page
  .observe(on: MainScheduler())
  .catchAndReturn("no page")
  .share(replay: 1)

_ = title.subscribe(onNext: { print("label: \($0)") })
page.onNext("news")
_ = title.subscribe(onNext: { print("window: \($0)") })
page.onError(Offline())
