/// What `combineLatest` and `zip` have in common: any number of inputs of any types, joined under one lock.
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

/// Decides under the lock what each event of an input leads to.
class JoiningSink<Result>: Sink<Result, Result>, JoiningParent {
  final let lock = RecursiveLock()
  final let subscriptions = CompositeDisposable()
  // Set before any input is subscribed to, and never again.
  @exclusivity(unchecked) final var combine: (([Operand]) throws -> Result)?
  @exclusivity(unchecked) private(set) final var operands: [Operand] = []
  // Only touched under the lock.
  @exclusivity(unchecked) final var ready = 0
  @exclusivity(unchecked) private final var ended = 0

  /// What keeps an input's elements until they are combined.
  func makeOperand<Input>(_ type: Input.Type) -> TypedOperand<Input> { abstractMethod() }

  /// Called under the lock after a combination was sent.
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

  final func inputSent(_ operand: Operand) {
    if !operand.isReady {
      operand.isReady = true
      ready += 1
    }
    if ready == operands.count {
      sendCombination()
    } else if endsWhenAlone && ended - (operand.hasEnded ? 1 : 0) == operands.count - 1 {
      super.onCompleted()
    }
  }

  final func inputFailed(_ error: any Swift.Error) { super.on(error: error) }

  final func inputEnded(_ operand: Operand) {
    guard !operand.hasEnded else { return }
    operand.hasEnded = true
    ended += 1
    if ended == operands.count { super.onCompleted() }
  }

  /// There is nothing to wait for.
  func endWithoutInputs() { super.onCompleted() }

  final func sendCombination() {
    guard let combine else { return }
    do {
      let combination = try combine(operands)
      combined()
      forwardOn(next: combination)
    } catch {
      super.on(error: error)
    }
  }
}

/// What an input's observer needs of the sink, whatever the sink's type. All called under the lock.
protocol JoiningParent: LockOwnerType {
  func inputSent(_ operand: Operand)
  func inputFailed(_ error: any Swift.Error)
  func inputEnded(_ operand: Operand)
}

/// Receives the events of one input.
final class JoiningObserver<Element>: EventReceiver<Element>, SynchronizedOnType {
  let lock: RecursiveLock
  private let parent: any JoiningParent
  private let operand: TypedOperand<Element>
  private let subscription = SingleAssignmentDisposable()

  init(parent: any JoiningParent, operand: TypedOperand<Element>) {
    self.parent = parent
    self.operand = operand
    lock = parent.lock
  }

  func subscribe(to source: Observable<Element>) -> any DisposableObject {
    subscription.setDisposable(source.subscribe(self))
    return subscription
  }

  override func on(next element: Element) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Element) {
    operand.put(element)
    parent.inputSent(operand)
  }

  func onSynchronized(error: any Swift.Error) {
    subscription.dispose()
    parent.inputFailed(error)
  }

  func onSynchronizedCompleted() {
    subscription.dispose()
    parent.inputEnded(operand)
  }
}
