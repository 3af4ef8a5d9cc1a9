import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])

let reading = Task { @MainActor in
  do {
    for try await number in numbers.values {
      print("\(number) at \(scheduler.clock)")
    }
    print("end")
  } catch {
    print(error)
  }
}
await scheduler.run()
await reading.value
