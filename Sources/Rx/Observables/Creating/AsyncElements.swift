extension ObservableConvertibleType {
  /// The elements, for a `for await` loop.
  ///
  ///     for try await number in Observable.of(1, 2).values { print(number) }
  ///     // Prints: 1
  ///     //         2
  ///
  /// Reading this property subscribes; elements that the loop has not taken yet are kept. If the loop's task is
  /// cancelled, the subscription is disposed and the loop throws `CancellationError`.
  public var values: AsyncThrowingStream<Element, any Swift.Error> {
    AsyncThrowingStream { continuation in
      nonisolated(unsafe) let subscription = asObservable().subscribe(StreamingObserver(continuation))
      continuation.onTermination = { termination in
        guard case .cancelled = termination else { return }
        // Otherwise the loop would end as if the sequence had completed.
        continuation.finish(throwing: CancellationError())
        subscription.dispose()
      }
    }
  }
}

extension AsyncSequence {
  /// The elements as an observable sequence: each subscription iterates over them in a detached task of its own.
  ///
  ///     _ = AsyncStream { $0.yield(1); $0.finish() }.asObservable().subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         completed
  ///
  /// Disposal cancels the task. If the task ends because it was cancelled, the sequence completes.
  /// - Parameter priority: the task's priority; nil for the default.
  public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
    Observable.create { observer in subscriptionTask(true, priority) { await send(to: observer) } }
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

/// Sends events to an asynchronous stream.
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
