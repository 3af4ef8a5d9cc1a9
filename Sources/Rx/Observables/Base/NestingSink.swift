/// A nesting sink's answer to a new inner sequence.
enum Admission {
  case starts
  /// It starts, and the active ones are disposed.
  case replaces
  /// It starts when another one has completed.
  case waits
}

/// Turns each element into an inner sequence, and forwards the elements of the inner sequences, one at a time. The base
/// of flatMap and its kin, which differ in what they do with a new inner sequence while others are active.
///
/// It completes when the source and all inner sequences have completed.
@usableFromInline
class NestingSink<Source, Result>: SerialSink<Source, Result>, InnerOwner {
  private final let selector: (Source) throws -> Observable<Result>
  private final let maxConcurrent: Int
  /// Kept, because looking it up for every inner sequence measured at a sixth of what one costs.
  private final let innerType = InnerObserver<Source, Result>.self
  private final let sourceSubscription = SingleAssignmentDisposable()
  private final let lock = StateLock(())
  // Only touched under the lock.
  @exclusivity(unchecked) private final var active = InnerList<Source, Result>()
  @exclusivity(unchecked) private final var waiting = InnerList<Source, Result>()
  @exclusivity(unchecked) private final var sourceHasCompleted = false
  @exclusivity(unchecked) private final var acceptsInner = true

  /// - Parameter maxConcurrent: how many inner sequences are active at once; the others wait.
  @usableFromInline
  init(
    maxConcurrent: Int = .max, _ selector: @escaping (Source) throws -> Observable<Result>,
    _ output: Downstream<Result>
  ) {
    self.selector = selector
    self.maxConcurrent = maxConcurrent
    super.init(output)
  }

  /// Whether the next element is turned into an inner sequence; otherwise it is dropped.
  var takesNext: Bool { true }

  /// Called under the lock for each new inner sequence.
  /// - Parameter active: the number of active inner sequences.
  func admission(active: Int) -> Admission { active < maxConcurrent ? .starts : .waits }

  /// Whether no inner sequence is active.
  final var isIdle: Bool { lock.locked { active.count == 0 } }

  override final func run(_ source: Observable<Source>) -> any DisposableObject {
    sourceSubscription.setDisposable(source.subscribe(self))
    return Disposables.create(sourceSubscription, InnerSubscriptions(of: self))
  }

  /// Runs with a fixed number of inner sequences and no source. After an error it subscribes to no other one.
  final func run(_ inner: [Observable<Result>]) -> any DisposableObject {
    for source in inner where !isDisposed { start(innerType.init(source, of: self)) }
    onCompletion()
    return InnerSubscriptions(of: self)
  }

  override final func on(next element: Source) {
    guard takesNext else { return }
    do { startIfWanted(innerType.init(try call(selector, with: element), of: self)) } catch { fail(error) }
  }

  /// Starts an inner sequence, unless the selector has disposed the subscription.
  private final func startIfWanted(_ inner: InnerObserver<Source, Result>) {
    if !isDisposed { start(inner) }
  }

  override final func onCompletion() {
    let isOver = lock.locked {
      sourceHasCompleted = true
      return active.count == 0
    }
    sourceSubscription.dispose()
    if isOver { finish() }
  }

  /// Forwards an element of an inner sequence.
  final func forward(_ element: Result, of inner: InnerObserver<Source, Result>) {
    // Checked under the lock: until then, another inner sequence may have replaced this one.
    delivery.withLock { if !inner.isOver { forwardOn(next: element) } }
  }

  private final func start(_ inner: InnerObserver<Source, Result>) {
    // Not returned in a tuple, whose type would be looked up for every inner sequence.
    var replaced: InnerList<Source, Result>.Link?
    let isStarted = lock.locked { admit(inner, replaced: &replaced) }
    innerType.disposeAll(from: replaced)
    if isStarted { run(inner) }
  }

  /// Called under the lock.
  private final func admit(
    _ inner: InnerObserver<Source, Result>, replaced: inout InnerList<Source, Result>.Link?
  ) -> Bool {
    guard acceptsInner else { return false }
    let admission = admission(active: active.count)
    if admission == .waits {
      waiting.append(inner)
      return false
    }
    if admission == .replaces { replaced = active.removeAll() }
    active.append(inner)
    return true
  }

  private final var mayWait: Bool { maxConcurrent < .max }

  /// A loop, so that the stack does not grow with the number of waiting inner sequences that complete while they are
  /// being subscribed to.
  private final func run(_ started: InnerObserver<Source, Result>) {
    guard started.run(), mayWait else { return }
    var next = passOnPlace(of: started)
    while let inner = next, !isDisposed { next = inner.run() ? passOnPlace(of: inner) : nil }
  }

  /// Called when an inner sequence has completed.
  /// - Parameter isBeingSubscribed: if so, the loop that subscribes to it passes on its place when another one waits.
  final func innerCompleted(_ inner: InnerObserver<Source, Result>, isBeingSubscribed: Bool) {
    if isBeingSubscribed, mayWait, lock.locked({ waiting.count > 0 }) { return }
    if let next = passOnPlace(of: inner) { run(next) }
  }

  /// - Returns: the waiting inner sequence that takes the place of the completed one, if any.
  private final func passOnPlace(of inner: InnerObserver<Source, Result>) -> InnerObserver<Source, Result>? {
    var next: InnerObserver<Source, Result>?
    let isOver = lock.locked {
      guard active.remove(inner) else { return false }
      next = waiting.removeFirst()
      if let next { active.append(next) }
      return sourceHasCompleted && active.count == 0
    }
    if isOver { finish() }
    return next
  }

  fileprivate final func disposeInner() {
    var (firstActive, firstWaiting): (InnerList<Source, Result>.Link?, InnerList<Source, Result>.Link?)
    lock.locked {
      acceptsInner = false
      firstActive = active.removeAll()
      firstWaiting = waiting.removeAll()
    }
    innerType.disposeAll(from: firstActive)
    innerType.disposeAll(from: firstWaiting)
  }
}

private protocol InnerOwner: AnyObject {
  func disposeInner()
}

/// Disposes the inner sequences of a sink.
private final class InnerSubscriptions: IdempotentDisposable {
  private let owner: any InnerOwner

  init(of owner: any InnerOwner) {
    self.owner = owner
    super.init()
  }

  override func disposeOnce() { owner.disposeInner() }
}
