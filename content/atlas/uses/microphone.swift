import RxSwift

final class Microphone: Disposable {
  init() { print("the microphone is on") }
  func samples() -> Observable<Int> { Observable.of(3, 8, 5, 9) }
  func dispose() { print("the microphone is off") }
}

let recording = Observable.using(
  { Microphone() }, observableFactory: { microphone in microphone.samples() })

_ = recording.take(while: { $0 < 9 })
  .subscribe(
    onNext: { print("level \($0)") },
    onCompleted: { print("too loud: the recording stops") })
