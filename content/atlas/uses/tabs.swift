import RxRelay
import RxSwift

let inbox = BehaviorRelay(value: "3 mails")
let calendar = BehaviorRelay(value: "no meetings")
let selectedTab = PublishRelay<BehaviorRelay<String>>()

_ = selectedTab.switchLatest()
  .subscribe(onNext: { print("the screen shows \($0)") })

selectedTab.accept(inbox)
inbox.accept("4 mails")
selectedTab.accept(calendar)
inbox.accept("5 mails")
calendar.accept("a meeting at 10")
