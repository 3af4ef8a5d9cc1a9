import Synchronization

/// Tells the first time from all others, on whatever threads they come.
final class FirstTime: Sendable {
  private let hasCome = Atomic<Bool>(false)

  /// True once.
  var isNow: Bool { !hasCome.exchange(true, ordering: .acquiringAndReleasing) }
}
