/// What `combineLatest` and `zip` have in common: any number of inputs of any types, joined one event at a time.
///
/// Both exist once, for every arity: the public functions take a parameter pack, ``connecting(_:resultSelector:)`` turns
/// it into one observer and one ``Operand`` an input, and behind that stands a plain sink.
class Join<Result>: Producer<Result> {
  final let connect: (JoiningSink<Result>) -> Void

  /// - Parameter connect: admits the inputs to a new sink and subscribes to them.
  init(connect: @escaping (JoiningSink<Result>) -> Void) {
    self.connect = connect
  }

  override final func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = makeSink(observer, cancel)
    connect(sink)
    return (sink, sink.subscriptions)
  }

  func makeSink(_ observer: EventReceiver<Result>, _ cancel: SinkDisposer) -> JoiningSink<Result> {
    abstractMethod()
  }
}

/// Connects sequences of different types.
func connecting<each Input, Result>(
  _ source: repeat Observable<each Input>, resultSelector: @escaping (repeat each Input) throws -> Result
) -> (JoiningSink<Result>) -> Void {
  { sink in
    let observers = (repeat sink.admit((each Input).self))
    sink.combine = { operands in
      var reader = OperandReader(operands)
      return try resultSelector(repeat reader.next((each Input).self))
    }
    repeat sink.add((each observers).subscribe(to: each source))
  }
}

/// Connects any number of sequences of one type.
func connecting<Input, Result>(
  all sources: [Observable<Input>], resultSelector: @escaping ([Input]) throws -> Result
) -> (JoiningSink<Result>) -> Void {
  { sink in
    let observers = sources.map { _ in sink.admit(Input.self) }
    sink.combine = { operands in
      var reader = OperandReader(operands)
      return try resultSelector(operands.map { _ in reader.next(Input.self) })
    }
    for (observer, source) in zip(observers, sources) { sink.add(observer.subscribe(to: source)) }
    if sources.isEmpty { sink.endWithoutInputs() }
  }
}

/// Decides what each event of an input leads to, and combines elements, as part of the delivery: an element that one
/// input sends meanwhile would change what is combined.
class JoiningSink<Result>: SerialSink<Result, Result>, JoiningParent {
  final let subscriptions = CompositeDisposable()
  // Set before any input is subscribed to, and never again.
  @exclusivity(unchecked) final var combine: (([Operand]) throws -> Result)?
  @exclusivity(unchecked) private(set) final var operands: [Operand] = []
  // Only touched under the delivery lock.
  @exclusivity(unchecked) final var ready = 0
  @exclusivity(unchecked) private final var ended = 0

  /// What keeps an input's elements until they are combined.
  func makeOperand<Input>(_ type: Input.Type) -> TypedOperand<Input> { abstractMethod() }

  /// Called under the delivery lock after a combination was made.
  func combined() {}

  /// Whether it ends as soon as an input sends while all others have ended and something is missing still.
  var endsWhenAlone: Bool { true }

  /// Makes the observer for one more input.
  final func admit<Input>(_ type: Input.Type) -> JoiningObserver<Input> {
    let operand = makeOperand(type)
    operands.append(operand)
    return JoiningObserver(parent: self, operand: operand)
  }

  final func add(_ subscription: any DisposableObject) {
    _ = subscriptions.insert(subscription)
  }

  final func inputSent(_ operand: Operand) -> Bool {
    if !operand.isReady {
      operand.isReady = true
      ready += 1
    }
    if ready == operands.count { return sendCombination() }
    guard endsWhenAlone && ended - (operand.hasEnded ? 1 : 0) == operands.count - 1 else { return false }
    forwardOnCompleted()
    return true
  }

  final func inputFailed(_ error: any Swift.Error) { on(error: error) }

  final func inputEnded(_ operand: Operand) {
    let isOver = delivery.withLock {
      guard !operand.hasEnded else { return false }
      operand.hasEnded = true
      ended += 1
      return ended == operands.count
    }
    if isOver { onCompleted() }
  }

  /// There is nothing to wait for.
  func endWithoutInputs() { onCompleted() }

  /// - Returns: whether that was the end, because the elements could not be combined.
  final func sendCombination() -> Bool {
    guard let combine else { return false }
    do {
      let combination = try combine(operands)
      combined()
      forwardOn(next: combination)
      return false
    } catch {
      forwardOn(error: error)
      return true
    }
  }
}

/// The part of the sink that an input's observer needs, whatever the sink's type.
protocol JoiningParent: DisposableObject {
  var delivery: DeliveryLock { get }
  /// An operand has got an element. Called under the delivery lock.
  /// - Returns: whether the sequence is over; the caller disposes of the sink then, without the lock.
  func inputSent(_ operand: Operand) -> Bool
  func inputFailed(_ error: any Swift.Error)
  func inputEnded(_ operand: Operand)
}

/// Receives the events of one input.
final class JoiningObserver<Element>: EventReceiver<Element> {
  private let delivery: DeliveryLock
  private let parent: any JoiningParent
  private let operand: TypedOperand<Element>
  private let subscription = SingleAssignmentDisposable()

  init(parent: any JoiningParent, operand: TypedOperand<Element>) {
    self.parent = parent
    self.operand = operand
    delivery = parent.delivery
  }

  func subscribe(to source: Observable<Element>) -> any DisposableObject {
    subscription.setDisposable(source.subscribe(self))
    return subscription
  }

  override func on(next element: Element) {
    // Afterwards it holds the displaced element, which is released without the lock.
    var copy = element
    let isOver = delivery.withLock {
      operand.put(&copy)
      return parent.inputSent(operand)
    }
    if isOver { parent.dispose() }
    withExtendedLifetime(copy) {}
  }

  override func on(error: any Swift.Error) {
    subscription.dispose()
    parent.inputFailed(error)
  }

  override func onCompleted() {
    subscription.dispose()
    parent.inputEnded(operand)
  }
}
