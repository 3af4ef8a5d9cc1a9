import RxRelay
import RxSwift

let disposeBag = DisposeBag()
let relay = PublishRelay<String>()
relay.accept("Knock knock, anyone home?")
relay.subscribe(onNext: { print($0) }).disposed(by: disposeBag)
relay.accept("1")

let state = BehaviorRelay(value: "Initial value")
state.accept("New initial value")
state.subscribe { print("1)", $0) }.disposed(by: disposeBag)
state.accept("1")
state.subscribe { print("2)", $0) }.disposed(by: disposeBag)
state.accept("2")
print(state.value)
