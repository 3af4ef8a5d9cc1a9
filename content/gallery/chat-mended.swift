import RxRelay
import RxSwift

let rooms = PublishRelay<String>()
let leave = PublishRelay<Void>()
let messages = PublishRelay<String>()
let bag = DisposeBag()

rooms
  .flatMapLatest { room in messages.map { "\(room): \($0)" } }
  .take(until: leave)
  .subscribe(onNext: { print($0) })
  .disposed(by: bag)

rooms.accept("garden")
messages.accept("hello")
leave.accept(())
messages.accept("is anybody there?")
messages.accept("it seems so")
