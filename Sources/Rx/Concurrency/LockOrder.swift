/// The order of the engine's locks.
///
/// 1. **Delivery locks** (``DeliveryLock``) come first. An operator with several inputs holds its own while it calls its
///    observer, and calls out nothing else meanwhile: it disposes, subscribes, schedules and asks selectors before or
///    after. The exceptions are the closures of `zip` and `combineLatest` that combine elements: they
///    are part of the delivery. One delivery lock may be taken while another is held, in the direction in which events
///    travel: an operator's own before those of the operators behind it. Disposal and subscription take none.
/// 2. **State locks** (``StateLock``) come second. Whoever holds one takes no other of these two kinds and calls nothing
///    out: no event, subscription, connection, disposal, scheduler or closure. Not even an object of the program's is
///    released, because its deinit is the program's code.
/// 3. The **recorder's and the diagnostics' own locks** (`Lock`) come last. They may be taken under any other, and are
///    held for lines that call nothing but the recorder.
///
/// So the engine itself cannot deadlock: a thread that waits for a state lock waits for a few lines of the
/// engine's, and delivery locks follow the pipeline. A circle that a program closes itself, by feeding a pipeline's
/// output into its beginning from two threads, stops the program with a message: see ``DeliveryLock``.
///
/// Debug builds check all of it. A violation is reported once for each pair of places: the line that took the held
/// lock, and the line that takes the other lock or makes the call.
enum LockOrder {
  #if DEBUG
    /// Called with each message; tests put something else in its place. By default the message goes to standard error,
    /// and the program stops there if the environment has `HEADWATER_LOCK_ORDER=fatal`.
    static let report = Lock<@Sendable (String) -> Void>(LockOrderReports.print)

    static func willTakeState(_ site: CallSite) {
      let held = HeldLocks.ofThisThread
      if let state = held.last(where: { $0.kind == .state }) {
        LockOrderReports.report("a state lock is taken while another one is held", held: state, site)
      }
      HeldLocks.ofThisThread.append(HeldLock(kind: .state, site: site))
    }

    /// - Parameter again: whether this thread holds it already, so that it waits for nobody.
    static func willTake(_ lock: DeliveryLock, again: Bool, _ site: CallSite) {
      let held = HeldLocks.ofThisThread
      if let state = held.last(where: { $0.kind == .state }) {
        LockOrderReports.report("a delivery lock is taken while a state lock is held", held: state, site)
      }
      let taken = HeldLock(kind: .delivery, site: site, lock: ObjectIdentifier(lock))
      if !again, let outer = held.last(where: { $0.kind == .delivery }) { DeliveryOrder.note(taken, within: outer) }
      HeldLocks.ofThisThread.append(taken)
    }

    static func released() {
      HeldLocks.ofThisThread.removeLast()
    }

    static func forget(_ lock: DeliveryLock) {
      DeliveryOrder.forget(ObjectIdentifier(lock))
    }

    /// Runs `body`, which is an operator's delivery to its observer. The observer's own code may call anything.
    static func delivering<Result>(_ site: CallSite, _ body: () throws -> Result) rethrows -> Result {
      willDeliver(site)
      HeldLocks.ofThisThread.append(HeldLock(kind: .observer, site: site))
      defer { released() }
      return try body()
    }

    /// An event goes out: allowed under a delivery lock, whose purpose that is.
    static func willDeliver(_ site: CallSite) {
      guard let last = HeldLocks.ofThisThread.last, last.kind == .state else { return }
      LockOrderReports.report("an event is delivered while a state lock is held", held: last, site)
    }

    /// Anything else is called out: a subscription, a disposal, a closure of the program's, an action.
    static func willCallOut(_ what: @autoclosure () -> String, _ site: CallSite) {
      guard let last = HeldLocks.ofThisThread.last, last.kind != .observer else { return }
      let kind = last.kind == .state ? "state" : "delivery"
      LockOrderReports.report("\(what()) is called while a \(kind) lock is held", held: last, site)
    }

    /// One of the engine's objects is released, and with it everything that it captured.
    static func willRelease(_ object: EngineObject) {
      guard let last = HeldLocks.ofThisThread.last, last.kind == .state else { return }
      let type = _typeName(type(of: object), qualified: false)
      LockOrderReports.report("the last reference to \(type) is released while a state lock is held", held: last, nil)
    }
  #endif
}
