import Foundation
import Rx

/// A sequence whose elements the caller waits for.
///
/// Each operator subscribes, and returns when it has its result. While it waits, the thread's run loop runs: on the
/// main thread, actions on the main queue are performed. But if the wait itself runs in a block of the main queue, that
/// queue performs nothing else until the block ends, so a pipeline that needs the main queue waits until the timeout.
public struct BlockingObservable<Element> {
  let timeout: TimeInterval?
  let source: Observable<Element>
}

extension ObservableConvertibleType {
  /// The sequence, for a caller that waits for its elements.
  ///
  ///     print(try Observable.of(1, 2, 3).toBlocking().toArray())
  ///     // Prints: [1, 2, 3]
  ///
  /// - Parameter timeout: seconds after which an operator fails with `RxError.timeout`; nil to wait forever.
  public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
    BlockingObservable(timeout: timeout, source: asObservable())
  }
}

/// The elements that a blocking sequence sent, and the way in which it ended.
@frozen
public enum MaterializedSequenceResult<T> {
  /// It completed.
  case completed(elements: [T])
  /// It failed, or the timeout was over.
  case failed(elements: [T], error: any Swift.Error)
}
