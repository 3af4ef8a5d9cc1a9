import RxSwift

let setting = Variable(1)
_ = setting.asObservable()
  .observeOn(MainScheduler.instance)
  .catchErrorJustReturn(0)
  .subscribe(onNext: { print($0) })
setting.value = 2
