import Rx

extension ObservableType where Element == Double {
  /// The average of the latest readings, for each reading.
  ///
  ///     _ = Observable.of(20, 22).smoothed(over: 2).subscribe(onNext: { print($0) })
  ///     // Prints: 20.0
  ///     //         21.0
  public func smoothed(over count: Int) -> Observable<Double> {
    Smoothed(asObservable()) { SmoothedSink(count: count, $0) }
  }
}

final class Smoothed: Operator<Double, Double> {}

final class SmoothedSink: Sink<Double, Double> {
  private let count: Int
  private var latest: [Double] = []

  init(count: Int, _ output: Downstream<Double>) {
    self.count = count
    super.init(output)
  }

  override func on(next reading: Double) {
    latest.append(reading)
    if latest.count > count { latest.removeFirst() }
    forwardOn(next: latest.reduce(0, +) / Double(latest.count))
  }
}
