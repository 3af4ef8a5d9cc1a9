import RxSwift

let numbers = PublishSubject<Int>()

/// Sends when what is being sent has been delivered: the trampoline keeps the turns.
func send(_ number: Int) {
  _ = CurrentThreadScheduler.instance.schedule(number) { number in
    numbers.onNext(number)
    return Disposables.create()
  }
}

_ = numbers.subscribe(onNext: { number in
  print("first gets \(number)")
  if number == 1 { send(2) }
})
_ = numbers.subscribe(onNext: { number in print("second gets \(number)") })

send(1)
