import RxSwift

let button = PublishSubject<Void>()
let textField = PublishSubject<String>()
let disposeBag = DisposeBag()

button.withLatestFrom(textField)
  .subscribe(onNext: { print("withLatestFrom", $0) })
  .disposed(by: disposeBag)
textField.sample(button)
  .subscribe(onNext: { print("sample", $0) })
  .disposed(by: disposeBag)

textField.onNext("Par")
textField.onNext("Pari")
textField.onNext("Paris")
button.onNext(())
button.onNext(())
