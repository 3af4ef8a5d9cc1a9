import Dispatch
import RxSwift

let readings = PublishSubject<Int>()
let screen = DispatchQueue(label: "screen", attributes: .initiallyInactive)

let subscription = readings
  .observe(on: SerialDispatchQueueScheduler(queue: screen, internalSerialQueueName: "screen"))
  .subscribe(onNext: { reading in if reading % 50 == 0 { print("shows \(reading)") } })

for reading in 1...100 { readings.onNext(reading) }
print("the sensor has sent 100 readings")
screen.activate()
screen.sync {}
