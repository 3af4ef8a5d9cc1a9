#if DEBUG
  import CPlatform
  import Foundation

  /// A lock that this thread holds, or an observer that it is calling.
  struct HeldLock {
    enum Kind {
      case delivery
      case state
      /// Not a lock: an observer's code is running.
      case observer
    }

    let kind: Kind
    let site: CallSite
    var lock: ObjectIdentifier?
  }

  /// The locks that this thread holds, the innermost last.
  enum HeldLocks {
    private final class Stack {
      var held: [HeldLock] = []
    }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { stack in
        #if canImport(Darwin)
          Unmanaged<AnyObject>.fromOpaque(stack).release()
        #else
          if let stack { Unmanaged<AnyObject>.fromOpaque(stack).release() }
        #endif
      }
      return key
    }()

    static var ofThisThread: [HeldLock] {
      get { stack.held }
      _modify { yield &stack.held }
    }

    private static var stack: Stack {
      if let known = pthread_getspecific(key) { return Unmanaged<Stack>.fromOpaque(known).takeUnretainedValue() }
      let made = Stack()
      pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
      return made
    }
  }

  /// Records which delivery lock was taken while another was held, and on which lines. Two threads that take a pair of
  /// locks in opposite orders may deadlock.
  enum DeliveryOrder {
    private struct Places {
      let outer: CallSite
      let inner: CallSite
    }

    private struct Taken {
      /// For each lock, the locks that were taken while it was held.
      var inner: [ObjectIdentifier: [ObjectIdentifier: Places]] = [:]
      /// For each lock, the locks that were held while it was taken.
      var outer: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    }

    private static let taken = Lock(Taken())

    static func note(_ inner: HeldLock, within outer: HeldLock) {
      guard let innerLock = inner.lock, let outerLock = outer.lock, innerLock != outerLock else { return }
      let earlier = taken.withLock { taken -> Places? in
        if taken.inner[outerLock]?[innerLock] != nil { return nil }
        if let earlier = path(from: innerLock, to: outerLock, in: taken.inner) { return earlier }
        taken.inner[outerLock, default: [:]][innerLock] = Places(outer: outer.site, inner: inner.site)
        taken.outer[innerLock, default: []].insert(outerLock)
        return nil
      }
      guard let earlier else { return }
      LockOrderReports.report(
        """
        two delivery locks are taken in opposite orders, because the pipeline feeds itself; the outer lock here was \
        earlier taken second, at \(earlier.inner.text), while the lock taken at \(earlier.outer.text) was held
        """, held: outer, inner.site)
    }

    static func forget(_ lock: ObjectIdentifier) {
      taken.withLock { taken in
        for inner in (taken.inner.removeValue(forKey: lock) ?? [:]).keys { taken.outer[inner]?.remove(lock) }
        for outer in taken.outer.removeValue(forKey: lock) ?? [] { taken.inner[outer]?[lock] = nil }
      }
    }

    /// The first step on a path from one lock to another, on which each lock was taken while the previous one was held.
    private static func path(
      from first: ObjectIdentifier, to last: ObjectIdentifier, in known: [ObjectIdentifier: [ObjectIdentifier: Places]]
    ) -> Places? {
      var seen: Set<ObjectIdentifier> = [first]
      var waiting = [first]
      while let next = waiting.popLast() {
        for (inner, places) in known[next] ?? [:] {
          if inner == last { return places }
          if seen.insert(inner).inserted { waiting.append(inner) }
        }
      }
      return nil
    }
  }

  /// Reports violations, once for each pair of places.
  enum LockOrderReports {
    private static let told = Lock<Set<String>>([])

    static func report(_ problem: String, held: HeldLock, _ site: CallSite?) {
      let places = "\(held.site.text) \(site?.text ?? problem)"
      guard told.withLock({ $0.insert(places).inserted }) else { return }
      let kind = held.kind == .state ? "state" : "delivery"
      LockOrder.report.withLock { $0 }(
        """
        Lock order violation: \(problem).
          the \(kind) lock was taken at: \(held.site.text)
          \(site.map { "the call, or the other lock, is at: \($0.text)" } ?? "see the stack of this call")
          remedy: decide under the lock, and act after it was released.
        """)
    }

    /// Lets the same places be reported again.
    static func forget() { told.withLock { $0 = [] } }

    @Sendable static func print(_ message: String) {
      FileHandle.standardError.write(Data((message + "\n").utf8))
      if hw_environment("HEADWATER_LOCK_ORDER").map({ String(cString: $0) }) == "fatal" { fatalError(message) }
    }
  }

  extension CallSite {
    fileprivate var text: String { "\(String(cString: file)):\(line)" }
  }
#endif
