import RxSwift
import RxTest

func awaitNumber(marbles: String) async {
  let scheduler = TestScheduler(initialClock: 0)
  let numbers = scheduler.createColdObservable(marbles: marbles)
  let number = numbers.asSingle().do(onSubscribed: { scheduler.start() })
  do {
    print(try await number.value)
  } catch {
    print(error)
  }
}

let given = MarbleArguments("--(1|)")
await awaitNumber(marbles: given[0])
