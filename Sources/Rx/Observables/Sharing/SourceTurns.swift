import CPlatform
import Synchronization

/// Lets a shared sequence have one subscription to its source at a time.
///
/// The program's code runs while a subscription is made or disposed, so no lock is held then, and another thread may want
/// the next subscription meanwhile. That thread does not wait. It leaves the next subscription to the thread that is at
/// work, so its observer may be connected a little after the call that subscribed it has returned. Only a thread that
/// wants the next subscription from within a call of the previous one makes it at once, as in RxSwift: for an observer
/// that subscribes again when the sequence ends, for instance.
///
/// A subscription whose terminal event has come counts no more.
///
/// It is the lock of the shared sequence.
final class SourceTurns: SharedStateLock, @unchecked Sendable {
  /// A subscription that is being made, or lasts, or is being disposed.
  private struct Current {
    let turn: ObjectIdentifier
    /// The thread that makes or disposes it; 0 while it lasts.
    var caller: UInt
  }

  // Only touched under the lock.
  @exclusivity(unchecked) private var current: [Current] = []
  @exclusivity(unchecked) private var waiting: SourceTurn?
  @exclusivity(unchecked) private var joinable: (turn: SourceTurn, connection: EngineObject)?

  /// The connection that a new observer joins; nil if none was set, or its turn has ended. Called under the lock.
  var connection: EngineObject? { joinable?.connection }

  /// Lets new observers join a connection until its turn ends. Called under the lock.
  func setConnection(_ connection: EngineObject, of turn: SourceTurn) { joinable = (turn, connection) }

  /// Called under the lock.
  /// - Returns: the connection, which the caller releases after the lock.
  func removeConnection() -> EngineObject? {
    defer { joinable = nil }
    return connection
  }

  private func removeConnection(of turn: SourceTurn) -> EngineObject? {
    joinable?.turn === turn ? removeConnection() : nil
  }

  /// Makes the subscription of `turn`, now or when the previous one has been disposed. Called without the lock.
  fileprivate func begin(_ turn: SourceTurn) {
    let displaced: SourceTurn?
    let begins: Bool
    (begins, displaced) = locked {
      if current.allSatisfy({ $0.caller == Self.thisThread }) {
        add(turn)
        return (true, nil)
      }
      // The one that waited until now has no observer any more, because this one would have joined it otherwise.
      defer { waiting = turn }
      return (false, waiting)
    }
    displaced?.cancel()
    if begins { run(turn) }
  }

  /// Uses a loop, not recursion, because each subscription may lose its observers before it is made.
  private func run(_ first: SourceTurn) {
    var due: SourceTurn? = first
    while let turn = due {
      turn.subscribe()
      due = locked {
        callReturned(turn)
        return next()
      }
    }
  }

  /// Notes that this thread is about to dispose a subscription. Called under the lock.
  fileprivate func noteLeft(_ turn: SourceTurn) -> EngineObject? {
    if let index = index(of: turn), current[index].caller == 0 { current[index].caller = Self.thisThread }
    return removeConnection(of: turn)
  }

  /// Notes that the terminal event of a subscription has come. Called under the lock.
  fileprivate func noteOver(_ turn: SourceTurn) -> EngineObject? {
    removeCurrent(turn)
    return removeConnection(of: turn)
  }

  /// Called without the lock when a subscription has been disposed.
  /// - Parameter isWithinLoop: whether ``run(_:)`` goes on with the next one.
  fileprivate func ended(_ turn: SourceTurn, isWithinLoop: Bool) {
    let due = locked {
      removeCurrent(turn)
      return isWithinLoop ? nil : next()
    }
    if let due { run(due) }
  }

  private func next() -> SourceTurn? {
    guard current.isEmpty, let turn = waiting else { return nil }
    waiting = nil
    add(turn)
    return turn
  }

  private func add(_ turn: SourceTurn) {
    current.append(Current(turn: ObjectIdentifier(turn), caller: Self.thisThread))
  }

  private func removeCurrent(_ turn: SourceTurn) {
    if let index = index(of: turn) { current.remove(at: index) }
  }

  private func callReturned(_ turn: SourceTurn) {
    guard let index = index(of: turn), current[index].caller == Self.thisThread else { return }
    current[index].caller = 0
  }

  private func index(of turn: SourceTurn) -> Int? {
    current.firstIndex { $0.turn == ObjectIdentifier(turn) }
  }

  fileprivate static var thisThread: UInt { UInt(bitPattern: hw_thread_state()) }
}

/// A shared sequence's subscription to its source.
final class SourceTurn: IdempotentDisposable {
  let turns: SourceTurns
  /// Nil once it has been called. Only touched by the thread that begins the turn.
  private var makeSubscription: (() -> any DisposableObject)?
  private var held: (any DisposableObject)?
  /// The thread that makes the subscription; 0 before and after.
  private let maker = Atomic<UInt>(0)

  init(_ turns: SourceTurns) {
    self.turns = turns
    super.init(isReady: false)
  }

  /// Makes the subscription, now or when the previous one has been disposed.
  func begin(_ makeSubscription: @escaping () -> any DisposableObject) {
    self.makeSubscription = makeSubscription
    turns.begin(self)
  }

  /// Called under the lock, before the call of `dispose()`.
  /// - Returns: the connection that no observer may join any more, which the caller releases after the lock.
  @discardableResult
  func noteLeft() -> EngineObject? { turns.noteLeft(self) }

  /// Called under the lock, before the terminal event is handed on.
  /// - Returns: as ``noteLeft()``.
  @discardableResult
  func noteOver() -> EngineObject? { turns.noteOver(self) }

  fileprivate func cancel() { makeSubscription = nil }

  fileprivate func subscribe() {
    let make = makeSubscription.take()
    maker.store(SourceTurns.thisThread, ordering: .relaxed)
    // Nobody needs it if all observers have left while it waited.
    held = isDisposed ? nil : make?()
    becomeReady()
    maker.store(0, ordering: .relaxed)
  }

  override func disposeOnce() {
    held.take()?.dispose()
    turns.ended(self, isWithinLoop: maker.load(ordering: .relaxed) == SourceTurns.thisThread)
  }
}
