import RxSwift

let players = Observable.of("Ada", "Bob", "Cleo")

_ = players.enumerated()
  .map { place, name in "\(place + 1). \(name)" }
  .subscribe(onNext: { print($0) })
