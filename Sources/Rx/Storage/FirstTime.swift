import Synchronization

/// Tells the first call from all later ones, on whatever threads they come.
final class FirstTime: Sendable {
  private let hasCome = Atomic<Bool>(false)

  /// True for the first caller only.
  var isNow: Bool { !hasCome.exchange(true, ordering: .acquiringAndReleasing) }
}
