import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

func download(_ photo: String) -> Observable<String> {
  Observable.just(photo)
    .delay(.seconds(3), scheduler: scheduler)
    .do(onDispose: { print("second \(scheduler.clock): the request for \(photo) is over") })
}

final class Cell {
  private let request = SerialDisposable()
  func show(_ photo: String) {
    request.disposable = download(photo)
      .subscribe(onNext: { print("second \(scheduler.clock): the cell shows \($0)") })
  }
}

let cell = Cell()
scheduler.scheduleAt(1) { cell.show("beach") }
scheduler.scheduleAt(2) { cell.show("forest") }
scheduler.start()
