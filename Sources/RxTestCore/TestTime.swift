/// A time on a ``TestScheduler``'s clock, or the interval between two, in ticks.
public typealias TestTime = Int
