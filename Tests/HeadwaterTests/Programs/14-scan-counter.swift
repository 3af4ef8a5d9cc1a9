import RxSwift

enum Action { case increment, decrement, reset }

let actions = PublishSubject<Action>()
let disposeBag = DisposeBag()
actions
  .scan(into: 0) { count, action in
    switch action {
    case .increment: count += 1
    case .decrement: count -= 1
    case .reset: count = 0
    }
  }
  .startWith(0)
  .subscribe(onNext: { print("count:", $0) })
  .disposed(by: disposeBag)
actions.onNext(.increment)
actions.onNext(.increment)
actions.onNext(.decrement)
actions.onNext(.reset)
