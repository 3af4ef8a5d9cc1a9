import Rx

var volume: BehaviorRelay<Int>? = BehaviorRelay(value: 3)
_ = volume?.subscribe(
  onNext: { level in print("volume \(level)") },
  onCompleted: { print("the radio is gone") })

volume?.accept(4)
volume?.accept((volume?.value ?? 0) + 1)
print("read: \(volume?.value ?? 0)")
volume = nil
