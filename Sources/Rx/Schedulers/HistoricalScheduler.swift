import Foundation

/// Runs actions in virtual time with a clock that shows dates, for example to replay the events of a past day.
///
///     let scheduler = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))
///     _ = scheduler.scheduleRelative((), dueTime: .seconds(3600)) { _ in
///       print(scheduler.clock.timeIntervalSince1970)
///       return Disposables.create()
///     }
///     scheduler.start()
///     // Prints: 3600.0
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter> {
  /// - Parameter initialClock: the date that the clock shows at first; the beginning of 1970 by default.
  public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
    super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
  }
}
