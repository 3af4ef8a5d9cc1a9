#if THREAD_SANITIZER
  import Foundation

  /// A lock that the thread sanitizer understands, with the interface of `Synchronization.Mutex`.
  ///
  /// The library's own mutex waits in the kernel without calls that the sanitizer can see, so everything guarded by it
  /// would be reported as a race. Builds for the sanitizer define `THREAD_SANITIZER`.
  struct Lock<Value>: ~Copyable, @unchecked Sendable {
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private let mutex = PlainLock()

    init(_ value: consuming sending Value) {
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      mutex.lock()
      defer { mutex.unlock() }
      return try body(&value.pointee)
    }
  }

  /// A lock that guards nothing by itself.
  struct PlainLock: ~Copyable, @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    borrowing func lock() { pthread_mutex_lock(mutex) }
    borrowing func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
    borrowing func unlock() { pthread_mutex_unlock(mutex) }
  }
#else
  import Synchronization

  /// Guards a value; the value is reached through `withLock` only. Operators use ``StateLock``, which debug builds check.
  typealias Lock = Mutex

  /// A lock that guards nothing by itself.
  struct PlainLock: ~Copyable, Sendable {
    private let mutex = Mutex<Void>(())

    @inline(__always) borrowing func lock() { mutex._unsafeLock() }
    @inline(__always) borrowing func tryLock() -> Bool { mutex._unsafeTryLock() }
    @inline(__always) borrowing func unlock() { mutex._unsafeUnlock() }
  }
#endif
