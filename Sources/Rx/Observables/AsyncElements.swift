extension ObservableConvertibleType {
  /// The elements for a `for await` loop.
  ///
  ///     for try await number in Observable.of(1, 2).values { print(number) }
  ///     // Prints: 1
  ///     //         2
  ///
  /// It subscribes when this is asked for, keeps what comes before the loop takes it, and lets go when the loop's task
  /// is cancelled.
  public var values: AsyncThrowingStream<Element, any Swift.Error> {
    AsyncThrowingStream { continuation in
      let subscription = Unchecked(asObservable().subscribe(StreamingObserver(continuation)))
      continuation.onTermination = { termination in
        if case .cancelled = termination { subscription.value.dispose() }
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
  /// - Parameter detached: whether the task is detached from the one that subscribes, and runs wherever there is room.
  public func asObservable(detached: Bool = false) -> Observable<Element> {
    Observable.create { observer in
      // Whoever hands the sequence over decides that another thread may iterate it.
      let work = Unchecked { await send(to: observer) }
      let task = detached ? Task.detached { await work.value() } : Task { await work.value() }
      return Disposables.create { task.cancel() }
    }
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
