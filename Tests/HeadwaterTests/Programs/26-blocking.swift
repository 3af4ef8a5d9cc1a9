import RxBlocking
import RxSwift

let background = SerialDispatchQueueScheduler(qos: .default)
let numbers = Observable.of(1, 2, 3).map { $0 * $0 }.subscribe(on: background)
let all = try numbers.toBlocking(timeout: 5).toArray()
print(all)
print(try numbers.toBlocking().last() ?? 0)
do {
  _ = try numbers.toBlocking().single()
} catch {
  print(error)
}
