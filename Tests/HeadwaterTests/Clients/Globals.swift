import RxRelay
import RxSwift

let subject = PublishSubject<Int>()  // Swift 6
let relay = BehaviorRelay(value: 0)  // Swift 6
let bag = DisposeBag()  // Swift 6
let never = Observable<Int>.never()  // Swift 6
let single = Single.just(1)  // Swift 6

final class Services {
  static let shared = Services()  // Swift 6, @preconcurrency
  static let events = PublishSubject<String>()  // Swift 6
  static let scheduler = SerialDispatchQueueScheduler(qos: .default)  // Swift 6
  static let state = BehaviorRelay(value: 0)  // Swift 6
}

enum Schedulers {
  static let background: SchedulerType = ConcurrentDispatchQueueScheduler(qos: .background)  // Swift 6
  static let main = MainScheduler.instance  // Swift 6
  static var current: ImmediateSchedulerType { CurrentThreadScheduler.instance }
}

func useGlobals() {
  subject.onNext(1)
  relay.accept(2)
  Services.events.onNext("")
}
