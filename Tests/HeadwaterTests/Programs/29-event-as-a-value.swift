import RxSwift

let disposeBag = DisposeBag()
let students = BehaviorSubject(value: "ok")
students
  .map { text -> Int in
    guard let number = Int(text) else { throw RxError.unknown }
    return number
  }
  .subscribe { event in
    switch event {
    case .next(let value): print("value", value)
    case .error(let error): print("error", error)
    case .completed: print("completed")
    }
  }
  .disposed(by: disposeBag)
