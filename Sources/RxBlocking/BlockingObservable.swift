import Foundation
import Rx

/// A sequence that its reader waits for.
///
/// Each operator subscribes, and returns when it has what it asks for. While it waits, the thread's run loop runs: on the
/// main thread, what the pipeline sends to the main queue is done. Where the wait itself runs in a block of the main
/// queue, that queue does nothing else before the block ends, and such a pipeline goes on until the timeout.
public struct BlockingObservable<Element> {
  let timeout: TimeInterval?
  let source: Observable<Element>
}

extension ObservableConvertibleType {
  /// The sequence as one that the caller waits for.
  ///
  ///     print(try Observable.of(1, 2, 3).toBlocking().toArray())
  ///     // Prints: [1, 2, 3]
  ///
  /// - Parameter timeout: seconds after which an operator fails with `RxError.timeout`; nil to wait for ever.
  public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
    BlockingObservable(timeout: timeout, source: asObservable())
  }
}

/// How a sequence that was waited for ended, and what it had sent by then.
@frozen
public enum MaterializedSequenceResult<T> {
  /// It completed, or had sent all that was asked for.
  case completed(elements: [T])
  /// It failed, or took too long.
  case failed(elements: [T], error: any Swift.Error)
}
