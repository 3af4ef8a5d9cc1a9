import Rx

extension ObservableType where Element == Double {
  /// The average of the latest readings, for each reading.
  ///
  ///     _ = Observable.of(20, 22).smoothed(over: 2).subscribe(onNext: { print($0) })
  ///     // Prints: 20.0
  ///     //         21.0
  func smoothed(over count: Int) -> Observable<Double> { Smoothed(source: asObservable(), count: count) }
}

final class Smoothed: Producer<Double> {
  private let source: Observable<Double>
  private let count: Int

  init(source: Observable<Double>, count: Int) {
    self.source = source
    self.count = count
  }

  override func run(
    _ observer: EventReceiver<Double>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SmoothedSink(count: count, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

final class SmoothedSink: Sink<Double, Double> {
  private let count: Int
  private var latest: [Double] = []

  init(count: Int, observer: EventReceiver<Double>, cancel: SinkDisposer) {
    self.count = count
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next reading: Double) {
    latest.append(reading)
    if latest.count > count { latest.removeFirst() }
    forwardOn(next: latest.reduce(0, +) / Double(latest.count))
  }
}

let readings = PublishSubject<Double>()

let subscription = readings
  .smoothed(over: 2)
  .subscribe(onNext: { print("shows \($0)") })

readings.onNext(20)
readings.onNext(22)
readings.onNext(30)
subscription.dispose()
