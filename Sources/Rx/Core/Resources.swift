import Synchronization

/// Counts the engine's living objects, to find leaks.
///
/// Debug builds of the engine count, and so does the engine of every program that `headwater` runs. A release build
/// counts with the package trait `TraceResources`, or with `-Xswiftc -DTRACE_RESOURCES` as RxSwift does; without it,
/// ``total`` stays 0 and an object costs nothing more.
///
///     let before = Resources.total
///     let subscription = Observable<Int>.never().subscribe()
///     subscription.dispose()
///     assert(Resources.total == before)
public enum Resources {
  private static let living = Atomic<Int>(0)

  /// The number of observables, observers, sinks and disposables that are alive.
  public static var total: Int32 { Int32(clamping: living.load(ordering: .relaxed)) }

  /// Counts one resource of the program more.
  /// - Returns: the new total.
  @discardableResult
  public static func incrementTotal() -> Int32 {
    count(1)
    return total
  }

  /// Counts one resource of the program less.
  /// - Returns: the new total.
  @discardableResult
  public static func decrementTotal() -> Int32 {
    count(-1)
    return total
  }

  @inline(__always)
  static func count(_ change: Int) {
    #if DEBUG || TRACE_RESOURCES
      living.wrappingAdd(change, ordering: .relaxed)
    #endif
  }
}
