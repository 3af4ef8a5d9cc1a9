import RxSwift

extension ObservableType {
  func sampleWithFrom<Sampler: ObservableType, Result>(
    _ sampler: Sampler, resultSelector: @escaping (Element, Sampler.Element) throws -> Result
  ) -> Observable<Result> {
    sampler
      .withLatestFrom(enumerated()) { tick, numbered in (tick: tick, numbered: numbered) }
      .map { pair in try resultSelector(pair.numbered.element, pair.tick) }
  }
}

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()

_ = temperature.sampleWithFrom(clock) { degrees, hour in "\(hour), \(degrees) °C" }.subscribe(
  onNext: { report in print(report) },
  onCompleted: { print("done") })

clock.onNext("8:00")
temperature.onNext(18)
temperature.onNext(19)
clock.onNext("9:00")
clock.onNext("10:00")
temperature.onNext(21)
temperature.onCompleted()
clock.onNext("11:00")
clock.onCompleted()
