import RxSwift

var volume: Variable<Int>? = Variable(3)
_ = volume?.asObservable().subscribe(
  onNext: { level in print("volume \(level)") },
  onCompleted: { print("the radio is gone") })

volume?.value = 4
volume?.value += 1
print("read: \(volume?.value ?? 0)")
volume = nil
