extension ObservableConvertibleType {
  /// The elements for a `for await` loop.
  ///
  ///     for try await number in Observable.of(1, 2).values { print(number) }
  ///     // Prints: 1
  ///     //         2
  ///
  /// It subscribes when this is asked for, and keeps the elements that come before the loop takes them. If the loop's task
  /// is cancelled, it disposes the subscription and throws `CancellationError`.
  public var values: AsyncThrowingStream<Element, any Swift.Error> {
    AsyncThrowingStream { continuation in
      nonisolated(unsafe) let subscription = asObservable().subscribe(StreamingObserver(continuation))
      continuation.onTermination = { termination in
        guard case .cancelled = termination else { return }
        // Without it the loop would end as if the sequence had completed.
        continuation.finish(throwing: CancellationError())
        subscription.dispose()
      }
    }
  }
}

extension AsyncSequence {
  /// The elements as an observable sequence, iterated anew for each observer in a task of its own.
  ///
  ///     _ = AsyncStream { $0.yield(1); $0.finish() }.asObservable().subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         completed
  ///
  /// Disposal cancels the task; where it ends because it was cancelled, so does the sequence, in an orderly way.
  /// - Parameters:
  ///   - detached: whether the task is detached from the one that subscribes, and runs wherever there is room.
  ///   - priority: the task's; nil for that of the task that subscribes, or the default if the task is detached.
  public func asObservable(detached: Bool = false, priority: TaskPriority? = nil) -> Observable<Element> {
    Observable.create { observer in subscriptionTask(detached, priority) { await send(to: observer) } }
  }

  private func send(to observer: AnyObserver<Element>) async {
    do {
      for try await element in self { observer.onNext(element) }
      observer.onCompleted()
    } catch is CancellationError {
      observer.onCompleted()
    } catch {
      observer.onError(error)
    }
  }
}

/// Gives events to an asynchronous stream.
private final class StreamingObserver<Element>: ObserverBase<Element> {
  private let continuation: AsyncThrowingStream<Element, any Swift.Error>.Continuation

  init(_ continuation: AsyncThrowingStream<Element, any Swift.Error>.Continuation) {
    self.continuation = continuation
  }

  override func onCore(next element: Element) {
    nonisolated(unsafe) let element = element
    continuation.yield(element)
  }

  override func onCore(error: any Swift.Error) { continuation.finish(throwing: error) }

  override func onCoreCompleted() { continuation.finish() }
}
