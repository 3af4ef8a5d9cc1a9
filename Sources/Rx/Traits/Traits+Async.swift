// Sequences from asynchronous work, and awaiting a sequence.

extension ObservableConvertibleType {
  /// Takes the elements of asynchronous work.
  public typealias ElementObserver<Element> = (Element) -> Void

  /// A sequence whose elements asynchronous work sends, in a task for each subscription.
  ///
  ///     let numbers = Observable<Int>.create { observer in
  ///       for number in 1...3 { observer(number) }
  ///     }
  ///
  /// It completes when the work returns, and fails if the work throws. Disposal cancels the task.
  /// - Parameter detached: whether the task is detached: it does not inherit the priority of the task that subscribes.
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
  /// A sequence whose elements asynchronous work sends, in a task for each subscription.
  ///
  /// It completes when the work returns. Disposal cancels the task.
  /// - Parameter detached: whether the task is detached: it does not inherit the priority of the task that subscribes.
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

  /// The elements, for a `for await` loop.
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
  /// A single with the result of asynchronous work, in a task for each subscription.
  ///
  ///     let page = Single<String>.create { try await download(url) }
  ///
  /// Disposal cancels the task.
  /// - Parameter detached: whether the task is detached: it does not inherit the priority of the task that subscribes.
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

  /// Waits for the element.
  ///
  ///     let answer = try await Single.just(42).value
  ///
  /// It throws the single's error; if the waiting task is cancelled, it disposes the subscription and throws
  /// `CancellationError`.
  public var value: Element {
    get async throws {
      try await awaited { answer in
        subscribe(onSuccess: answer.give, onFailure: answer.fail, onDisposed: answer.cancel)
      }
    }
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Waits for the element; nil if there is none.
  ///
  /// It throws the maybe's error; if the waiting task is cancelled, it disposes the subscription and throws
  /// `CancellationError`.
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
  /// Waits for the completion.
  ///
  /// It throws the completable's error; if the waiting task is cancelled, it disposes the subscription and throws
  /// `CancellationError`.
  public var value: Void {
    get async throws {
      try await awaited { answer in
        subscribe(onCompleted: { answer.give(()) }, onError: answer.fail, onDisposed: answer.cancel)
      }
    }
  }
}

/// Waits for the answer of a subscription, which is disposed if the task is cancelled.
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

/// The result of an awaited subscription: the first call resumes the task, later ones do nothing.
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
