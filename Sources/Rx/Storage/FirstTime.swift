import Synchronization

/// Distinguishes the first call from all later ones, on any thread.
final class FirstTime: Sendable {
  private let hasCome = Atomic<Bool>(false)

  /// True for the first caller only.
  var isNow: Bool { !hasCome.exchange(true, ordering: .acquiringAndReleasing) }
}
