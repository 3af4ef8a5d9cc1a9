import RxRelay
import RxSwift

let station = BehaviorRelay(value: "sun")
let weather = station
  .map { text in "now: \(text)" }
  .share(replay: 1)

var bag = DisposeBag()
weather.subscribe(onNext: { print("morning screen, \($0)") }).disposed(by: bag)
bag = DisposeBag()

station.accept("rain")
weather.subscribe(onNext: { print("evening screen, \($0)") }).disposed(by: bag)
