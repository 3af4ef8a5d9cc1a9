import RxSwift

enum MyError: Error { case anError }

func print<T: CustomStringConvertible>(label: String, event: Event<T>) {
  print(label, (event.element ?? event.error) ?? event)
}

let disposeBag = DisposeBag()
let behavior = BehaviorSubject(value: "Initial value")
behavior.onNext("X")
behavior.subscribe { print(label: "1)", event: $0) }.disposed(by: disposeBag)
behavior.onError(MyError.anError)
behavior.subscribe { print(label: "2)", event: $0) }.disposed(by: disposeBag)

let replay = ReplaySubject<String>.create(bufferSize: 2)
replay.onNext("1")
replay.onNext("2")
replay.onNext("3")
replay.subscribe { print(label: "3)", event: $0) }.disposed(by: disposeBag)
replay.subscribe { print(label: "4)", event: $0) }.disposed(by: disposeBag)
replay.onNext("4")
replay.onError(MyError.anError)
replay.subscribe { print(label: "5)", event: $0) }.disposed(by: disposeBag)
