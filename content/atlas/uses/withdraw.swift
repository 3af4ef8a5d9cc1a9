import RxSwift

struct NotEnough: Error { let missing: Int }

let balance = 100

func withdraw(_ amount: Int) -> Observable<String> {
  guard amount <= balance else { return .error(NotEnough(missing: amount - balance)) }
  return .just("\(amount) are paid out")
}

for amount in [80, 130] {
  _ = withdraw(amount)
    .subscribe(onNext: { print($0) }, onError: { print("refused: \($0)") })
}
