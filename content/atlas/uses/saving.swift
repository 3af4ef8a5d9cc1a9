import Rx

let isSaving = ActivityIndicator()
let answers = PublishSubject<Void>()

func save(_ note: String) -> Observable<String> {
  answers.take(1).map { "saved “\(note)”" }
}

_ = isSaving.drive(onNext: { print($0 ? "spinner on" : "spinner off") })
_ = save("Buy milk")
  .trackActivity(isSaving)
  .subscribe(onNext: { print($0) })
answers.onNext(())
