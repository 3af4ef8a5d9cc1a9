import RxSwift

let pauses = Observable.generate(initialState: 1, condition: { $0 <= 60 }, iterate: { $0 * 2 })

_ = pauses.map { "\($0) s" }
  .toArray()
  .subscribe(onSuccess: { print("pauses between the attempts: \($0.joined(separator: ", "))") })
