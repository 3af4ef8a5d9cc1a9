import Synchronization

#if THREAD_SANITIZER
  import Foundation
#endif

/// Guards a value, which is reached only through ``withLock(_:)``. Operators use ``StateLock``, which is checked.
///
/// The standard library's `Mutex` requires that whatever enters or leaves it can be sent to another thread. But the
/// closures, observers and disposables of a pipeline are not `Sendable`: the program decides on which threads they run.
/// So this lock only excludes other threads, and does not require `Sendable`.
struct Lock<Value>: ~Copyable, @unchecked Sendable {
  private let lock = PlainLock()
  private let value: Cell<Value>

  @inline(__always)
  init(_ value: consuming Value) {
    self.value = Cell(value)
  }

  /// Runs `body` with the value while no other thread can reach it.
  @inline(__always)
  borrowing func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    // Not with `defer`: in unspecialised code it compiles to a call that looks up the result's type.
    let result: Result
    do throws(Failure) {
      result = try body(&value._address.pointee)
    } catch {
      lock.unlock()
      throw error
    }
    lock.unlock()
    return result
  }
}

#if THREAD_SANITIZER
  /// Keeps the value apart from the lock: unoptimised code reads the lock before it takes it, and the sanitizer would
  /// report that as a race on a value inside the lock.
  private struct Cell<Value>: ~Copyable {
    let _address = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    init(_ value: consuming Value) { _address.initialize(to: value) }

    deinit {
      _address.deinitialize(count: 1)
      _address.deallocate()
    }
  }
#else
  private typealias Cell = _Cell
#endif

/// A lock that guards nothing by itself. Locking it twice on one thread is a mistake that stops the program.
///
/// Builds for the thread sanitizer define `THREAD_SANITIZER`. The standard library's mutex waits in the kernel without
/// calls that the sanitizer can see, so it would report everything that is guarded as a race.
struct PlainLock: ~Copyable, @unchecked Sendable {
  #if THREAD_SANITIZER
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    borrowing func lock() { pthread_mutex_lock(mutex) }
    borrowing func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
    borrowing func unlock() { pthread_mutex_unlock(mutex) }
  #else
    private let mutex = Mutex<Void>(())

    @inline(__always) borrowing func lock() { mutex._unsafeLock() }
    @inline(__always) borrowing func tryLock() -> Bool { mutex._unsafeTryLock() }
    @inline(__always) borrowing func unlock() { mutex._unsafeUnlock() }
  #endif
}
