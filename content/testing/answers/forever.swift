import RxBlocking
import RxSwift

let ticks = Observable<Int>.interval(.milliseconds(1), scheduler: SerialDispatchQueueScheduler(qos: .default))

print(try ticks.take(3).toBlocking().toArray())
