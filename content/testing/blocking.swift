import RxBlocking
import RxSwift

let background = SerialDispatchQueueScheduler(qos: .userInitiated)
let squares = Observable.of(1, 2, 3).map { $0 * $0 }.subscribe(on: background)

print(try squares.toBlocking(timeout: 5).toArray())
print(try squares.toBlocking(timeout: 5).first() ?? 0)
do {
  _ = try squares.toBlocking(timeout: 5).single()
} catch {
  print(error)
}
