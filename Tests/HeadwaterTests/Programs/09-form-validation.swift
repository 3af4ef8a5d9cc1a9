import RxCocoa
import RxSwift

class LoginViewModel {
  let username = BehaviorRelay<String>(value: "")
  let password = BehaviorRelay<String>(value: "")
  let isValid: Observable<Bool>

  init() {
    let usernameIsValid = username.asObservable().map { $0.count >= 5 }.share(replay: 1)
    let passwordIsValid = password.asObservable().map { $0.count >= 8 }.share(replay: 1)
    isValid = Observable.combineLatest(usernameIsValid, passwordIsValid) { $0 && $1 }
      .distinctUntilChanged()
      .share(replay: 1)
  }
}

let viewModel = LoginViewModel()
let disposeBag = DisposeBag()
viewModel.isValid.subscribe(onNext: { print("button is", $0 ? "enabled" : "disabled") }).disposed(by: disposeBag)
viewModel.username.accept("ann")
viewModel.username.accept("annabel")
viewModel.password.accept("secret")
viewModel.password.accept("secret-enough")
