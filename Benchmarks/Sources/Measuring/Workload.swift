/// Something that an engine does many times.
public struct Workload: Sendable {
  /// One of the things that `run` does.
  public enum Unit: String, Sendable {
    case event, subscription, observer, source, disposable, cell
  }

  public var name: String
  public var unit: Unit
  /// How many times as fast as RxSwift it is to be. For what is slow this is a plan; for everything else it is three
  /// quarters of what was measured, because the ratios of two sittings differ by up to a fifth.
  public var goal: Double
  /// `run` is asked for a multiple of so many.
  public var batch: Int
  /// Whether several threads do the work: its time is that of the clock on the wall, and its instructions differ between
  /// runs.
  public var isThreaded: Bool
  /// Does the work so many times.
  /// - Returns: a sum of what arrived, which is the same with every engine.
  public var run: @Sendable (Int) -> Int

  public init(
    _ name: String, per unit: Unit = .event, goal: Double, batch: Int = 1, isThreaded: Bool = false,
    _ run: @escaping @Sendable (Int) -> Int
  ) {
    (self.name, self.unit, self.goal, self.batch) = (name, unit, goal, batch)
    (self.isThreaded, self.run) = (isThreaded, run)
  }
}
