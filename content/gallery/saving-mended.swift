import RxRelay
import RxSwift

final class Model {
  let taps = PublishRelay<Void>()
  private let bag = DisposeBag()

  init() {
    taps.map { "saved" }.subscribe(onNext: { print("write the file: \($0)") }).disposed(by: bag)
  }
}

let model = Model()
model.taps.accept(())
print("the user thinks that the file is saved")
