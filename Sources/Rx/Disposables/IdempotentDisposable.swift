import Synchronization

/// The base of disposables that act once: the first ``dispose()`` does the work, on whatever thread it is called.
///
/// A subclass overrides `disposeOnce()`. A subclass that is given its content later begins with `isReady: false`, and
/// calls `becomeReady()` once it has stored the content; if it was disposed already, this disposes of the content.
public class IdempotentDisposable: DisposeBase, DisposableObject, Cancelable {
  private enum Flag {
    static let disposed: UInt8 = 1
    static let ready: UInt8 = 2
  }

  private let flags: Atomic<UInt8>

  override init() {
    flags = Atomic(Flag.ready)
    super.init()
  }

  init(isReady: Bool, isDisposed: Bool = false) {
    flags = Atomic((isReady ? Flag.ready : 0) | (isDisposed ? Flag.disposed : 0))
    super.init()
  }

  public final var isDisposed: Bool { flags.load(ordering: .relaxed) & Flag.disposed != 0 }

  final var isReady: Bool { flags.load(ordering: .relaxed) & Flag.ready != 0 }

  public final func dispose() {
    // Cheap check first: most disposables are disposed twice, at the end of the sequence and by the subscriber.
    guard !isDisposed else { return }
    let before = flags.bitwiseOr(Flag.disposed, ordering: .acquiringAndReleasing).oldValue
    guard before & Flag.disposed == 0 else { return }
    Tracing.call(.dispose, on: self) {
      if before & Flag.ready != 0 { disposeOnce() }
    }
  }

  /// Tells that the content, which ``disposeOnce()`` disposes of, has been stored.
  final func becomeReady() {
    let before = flags.bitwiseOr(Flag.ready, ordering: .acquiringAndReleasing).oldValue
    if before & Flag.disposed != 0 { disposeOnce() }
  }

  /// Disposes of the content: a subclass overrides this. It is called at most once.
  func disposeOnce() {}
}
