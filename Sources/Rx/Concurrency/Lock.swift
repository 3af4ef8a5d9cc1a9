#if THREAD_SANITIZER
  import Foundation

  /// A lock that the thread sanitizer understands, with the interface of `Synchronization.Mutex`.
  ///
  /// The library's own mutex waits in the kernel without calls that the sanitizer can see, so everything guarded by it
  /// would be reported as a race. Builds for the sanitizer define `THREAD_SANITIZER`.
  struct Lock<Value>: ~Copyable, @unchecked Sendable {
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: consuming sending Value) {
      self.value.initialize(to: value)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    borrowing func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#else
  import Synchronization

  /// Guards a value; the value is reached through `withLock` alone.
  typealias Lock = Mutex
#endif
