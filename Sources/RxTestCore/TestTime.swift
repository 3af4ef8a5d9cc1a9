/// A moment of a ``TestScheduler``'s clock, or the distance between two, in ticks.
public typealias TestTime = Int
