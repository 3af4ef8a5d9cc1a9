import RxRelay
import RxSwift

let actions = PublishRelay<String>()

func send(_ action: String) {
  _ = CurrentThreadScheduler.instance.schedule(action) { action in
    actions.accept(action)
    return Disposables.create()
  }
}

_ = actions.subscribe(onNext: { action in
  if action == "sign in" { send("load the messages") }
})
_ = actions.subscribe(onNext: { action in print("log: \(action)") })

send("sign in")
send("open a message")
