import RxSwift

let upload = Observable.of(25, 50, 75, 100)

_ = upload.do(onNext: { print("\($0) %") })
  .ignoreElements()
  .asCompletable()
  .subscribe(onCompleted: { print("uploaded") })
