import Synchronization

/// Counts up from 1, on any thread.
final class NumberSource: Sendable {
  private let last = Atomic<UInt32>(0)

  func next() -> UInt32 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
