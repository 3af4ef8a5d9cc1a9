import RxRelay
import RxSwift

final class Model {
  let taps = PublishRelay<Void>()
  let saved: Observable<String>

  init() { saved = taps.map { "saved" }.do(onNext: { print("write the file: \($0)") }) }
}

let model = Model()
model.taps.accept(())
print("the user thinks that the file is saved")
