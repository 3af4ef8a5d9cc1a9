import RxSwift

let publish = PublishSubject<Int>()
let behavior = BehaviorSubject(value: 0)
let replay = ReplaySubject<Int>.create(bufferSize: 2)
let async = AsyncSubject<Int>()

func send(_ event: Event<Int>) {
  publish.on(event)
  behavior.on(event)
  replay.on(event)
  async.on(event)
}

func subscribe(_ name: String) {
  _ = publish.subscribe { print("\(name), publish: \($0)") }
  _ = behavior.subscribe { print("\(name), behavior: \($0)") }
  _ = replay.subscribe { print("\(name), replay: \($0)") }
  _ = async.subscribe { print("\(name), async: \($0)") }
}

for number in 1...3 { send(.next(number)) }
print("Bob comes late")
subscribe("Bob")
print("the end")
send(.completed)
print("Eve comes too late")
subscribe("Eve")
