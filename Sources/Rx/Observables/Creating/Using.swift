extension ObservableType {
  /// Makes a resource that lives as long as the subscription to the sequence that uses it.
  ///
  /// The resource is disposed when the sequence ends, when the subscription is disposed, and when `observableFactory`
  /// throws. An error thrown by either factory ends the sequence.
  ///
  ///     final class File: Disposable {
  ///       func dispose() { print("freed") }
  ///     }
  ///     _ = Observable<Int>.using({ File() }, observableFactory: { _ in .just(1) })
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         freed
  @inlinable
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    observableFactory: @escaping (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    Using(resourceFactory, observableFactory) { UsingSink($0) }
  }
}

@usableFromInline
final class Using<Element, Resource: Disposable>: Producer<Element> {
  private let resourceFactory: () throws -> Resource
  private let observableFactory: (Resource) throws -> Observable<Element>
  private let makeSink: (Downstream<Element>) -> UsingSink<Element, Resource>

  @usableFromInline
  init(
    _ resourceFactory: @escaping () throws -> Resource,
    _ observableFactory: @escaping (Resource) throws -> Observable<Element>,
    _ makeSink: @escaping (Downstream<Element>) -> UsingSink<Element, Resource>
  ) {
    self.resourceFactory = resourceFactory
    self.observableFactory = observableFactory
    self.makeSink = makeSink
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = makeSink(output)
    return StartedSubscription(sink: sink, subscription: sink.run(resourceFactory, observableFactory))
  }
}

@usableFromInline
final class UsingSink<Element, Resource: Disposable>: ForwardingSink<Element> {
  override class var traits: Traits { .cold }

  func run(
    _ resourceFactory: () throws -> Resource, _ observableFactory: (Resource) throws -> Observable<Element>
  ) -> any DisposableObject {
    var resource: any DisposableObject = NopDisposable.noOp
    do {
      let made = try call(resourceFactory)
      resource = made.asDisposableObject()
      return Disposables.create(try call(observableFactory, with: made).subscribe(self), resource)
    } catch {
      return Disposables.create(Observable<Element>.error(error).subscribe(self), resource)
    }
  }
}
