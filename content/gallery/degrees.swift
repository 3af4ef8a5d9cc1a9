import Foundation
import RxRelay
import RxSwift

let celsius = BehaviorRelay(value: 0.0)
let fahrenheit = BehaviorRelay(value: 32.0)
let queue = DispatchQueue(label: "screen")
let screen = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "screen")
var turns = 0
var bag: DisposeBag? = DisposeBag()

celsius.skip(1).observe(on: screen)
  .map { $0 * 1.8 + 32 }
  .bind(to: fahrenheit).disposed(by: bag!)
fahrenheit.skip(1).observe(on: screen)
  .do(onNext: { _ in turns += 1; if turns == 40 { bag = nil } })
  .map { ($0 - 32) / 1.8 }
  .bind(to: celsius).disposed(by: bag!)

queue.sync { celsius.accept(20) }
for _ in 1...200 { queue.sync {} }
print("\(turns) turns for one change")
