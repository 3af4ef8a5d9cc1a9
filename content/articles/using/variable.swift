import RxSwift

var running: Variable<Int>? = Variable(0)

_ = running?.asObservable().subscribe(
  onNext: { count in print(count) },
  onCompleted: { print("completed") })

running?.value = 1
running = nil
