/// The order of the engine's locks.
///
/// 1. **Delivery locks** (``DeliveryLock``) come first. An operator with several inputs holds its own while it calls
///    its observer, and calls out nothing else meanwhile: it disposes, subscribes, schedules and calls selectors before
///    or after. The only exceptions are the closures of `zip` and `combineLatest` that combine elements: they are part
///    of the delivery. One delivery lock may be taken while another is held, in the direction in which events travel:
///    an operator's own lock before the locks of operators downstream. Disposal and subscription take none.
/// 2. **State locks** (``StateLock``) come second. A thread that holds one takes no other lock of these two kinds and
///    calls nothing out: no event, subscription, connection, disposal, scheduler or closure. It does not release an
///    object of the program either, because a deinit is the program's code.
/// 3. The **recorder's and the diagnostics' own locks** (`Lock`) come last. They may be taken under any other, and are
///    held for lines that call nothing but the recorder.
///
/// So the engine itself cannot deadlock: a thread that waits for a state lock waits for a few lines of the
/// engine, and delivery locks follow the pipeline. If a program feeds a pipeline's output into its beginning from two
/// threads, it closes a circle itself, and stops with a message: see ``DeliveryLock``.
///
/// Debug builds check these rules. A violation is reported once for each pair of places: the line that took the held
/// lock, and the line that takes the other lock or makes the call.
enum LockOrder {
  #if DEBUG
    /// Called with each message; tests replace it. By default the message goes to standard error, and the program stops
    /// if the environment has `HEADWATER_LOCK_ORDER=fatal`.
    static let report = Lock<@Sendable (String) -> Void>(LockOrderReports.print)

    static func willTakeState(_ site: CallSite) {
      let held = HeldLocks.ofThisThread
      if let state = held.last(where: { $0.kind == .state }) {
        LockOrderReports.report("a state lock is taken while another one is held", held: state, site)
      }
      HeldLocks.ofThisThread.append(HeldLock(kind: .state, site: site))
    }

    /// - Parameter again: whether this thread holds the lock already, and so does not wait for it.
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

    /// Checks that an event may be delivered: under a delivery lock it may, under a state lock it may not.
    static func willDeliver(_ site: CallSite) {
      guard let last = HeldLocks.ofThisThread.last, last.kind == .state else { return }
      LockOrderReports.report("an event is delivered while a state lock is held", held: last, site)
    }

    /// Checks that a description of the program's may be called: it may where an event may be delivered.
    static func willDescribe() {
      guard let last = HeldLocks.ofThisThread.last, last.kind == .state else { return }
      LockOrderReports.report("a description is called while a state lock is held", held: last, nil)
    }

    /// Checks that anything else may be called: a subscription, a disposal, a closure of the program, an action.
    static func willCallOut(_ what: @autoclosure () -> String, _ site: CallSite) {
      guard let last = HeldLocks.ofThisThread.last, last.kind != .observer else { return }
      let kind = last.kind == .state ? "state" : "delivery"
      LockOrderReports.report("\(what()) is called while a \(kind) lock is held", held: last, site)
    }

    /// Checks that an engine object may be freed here: what it captured is released with it.
    static func willRelease(_ object: EngineObject) {
      guard let last = HeldLocks.ofThisThread.last, last.kind == .state else { return }
      let type = String(describing: type(of: object))
      LockOrderReports.report("the last reference to \(type) is released while a state lock is held", held: last, nil)
    }
  #endif
}
