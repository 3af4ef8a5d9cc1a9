// Sequences made of asynchronous work, and awaited.

extension ObservableConvertibleType {
  /// Takes the elements of asynchronous work.
  public typealias ElementObserver<Element> = (Element) -> Void

  /// A sequence that asynchronous work produces anew for each observer, in a task of its own.
  ///
  ///     let numbers = Observable<Int>.create { observer in
  ///       for number in 1...3 { observer(number) }
  ///     }
  ///
  /// It ends when the work has been done, and fails where that throws; disposal cancels the task.
  /// - Parameter detached: whether the task is detached from the one that subscribes.
  @_disfavoredOverload
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @Sendable @escaping (_ observer: ElementObserver<Element>) async throws -> Void
  ) -> Observable<Element> {
    Observable.create { observer in
      subscriptionTask(detached, priority) {
        do {
          try await work { if !Task.isCancelled { observer.onNext($0) } }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
    }
  }
}

extension InfallibleType {
  /// A sequence that asynchronous work produces anew for each observer, in a task of its own.
  ///
  /// It ends when the work has been done; disposal cancels the task.
  /// - Parameter detached: whether the task is detached from the one that subscribes.
  @_disfavoredOverload
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @Sendable @escaping (_ observer: ElementObserver<Element>) async -> Void
  ) -> Infallible<Element> {
    Infallible(
      Observable.create { observer in
        subscriptionTask(detached, priority) {
          await work { if !Task.isCancelled { observer.onNext($0) } }
          observer.onCompleted()
        }
      })
  }

  /// The elements for a `for await` loop.
  public var values: AsyncStream<Element> {
    AsyncStream { continuation in
      nonisolated(unsafe) let subscription = asObservable().subscribe(
        onNext: { element in
          nonisolated(unsafe) let element = element
          continuation.yield(element)
        }, onCompleted: { continuation.finish() })
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// A single of what asynchronous work returns, done anew for each observer in a task of its own.
  ///
  ///     let page = Single<String>.create { try await download(url) }
  ///
  /// Disposal cancels the task.
  /// - Parameter detached: whether the task is detached from the one that subscribes.
  @_disfavoredOverload
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil, work: @Sendable @escaping () async throws -> Element
  ) -> PrimitiveSequence<Trait, Element> {
    Single.create { single in
      subscriptionTask(detached, priority) {
        do {
          single(.success(try await work()))
        } catch {
          single(.failure(error))
        }
      }
    }
  }

  /// The element, awaited.
  ///
  ///     let answer = try await Single.just(42).value
  ///
  /// It throws the error that the single fails with, and `CancellationError` where the task is cancelled, which lets go
  /// of the single.
  public var value: Element {
    get async throws {
      try await awaited { answer in
        subscribe(onSuccess: answer.give, onFailure: answer.fail, onDisposed: answer.cancel)
      }
    }
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The element, awaited; nil where there is none.
  ///
  /// It throws the error that the maybe fails with, and `CancellationError` where the task is cancelled, which lets go
  /// of the maybe.
  public var value: Element? {
    get async throws {
      try await awaited { answer in
        subscribe(
          onSuccess: { answer.give($0) }, onError: answer.fail, onCompleted: { answer.give(nil) },
          onDisposed: answer.cancel)
      }
    }
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// The end, awaited.
  ///
  /// It throws the error that the completable fails with, and `CancellationError` where the task is cancelled, which
  /// lets go of the completable.
  public var value: Void {
    get async throws {
      try await awaited { answer in
        subscribe(onCompleted: { answer.give(()) }, onError: answer.fail, onDisposed: answer.cancel)
      }
    }
  }
}

/// Waits for the answer of a subscription, which is disposed of where the task is cancelled.
private func awaited<Value>(_ subscribe: (Answer<Value>) -> any Disposable) async throws -> Value {
  nonisolated(unsafe) let subscription = SingleAssignmentDisposable()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      subscription.setDisposable(subscribe(Answer(continuation)))
    }
  } onCancel: {
    subscription.dispose()
  }
}

/// What somebody waits for: the first thing said counts.
private struct Answer<Value> {
  private let continuation: CheckedContinuation<Value, any Swift.Error>
  private let first = FirstTime()

  init(_ continuation: CheckedContinuation<Value, any Swift.Error>) {
    self.continuation = continuation
  }

  func give(_ value: Value) {
    nonisolated(unsafe) let value = value
    if first.isNow { continuation.resume(returning: value) }
  }

  func fail(_ error: any Swift.Error) {
    if first.isNow { continuation.resume(throwing: error) }
  }

  func cancel() { fail(CancellationError()) }
}
