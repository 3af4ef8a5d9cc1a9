/// The base of `combineLatest` and `zip`: any number of inputs of any types, joined one event at a time.
///
/// Both are implemented once, for every arity: the public functions take a parameter pack, from which ``JoinedInputs``
/// makes a ``JoinInput`` for each source. A subscription walks a plain array of these, because the runtime would build the
/// types of a pack anew for each.
class Join<Result>: Producer<Result> {
  final let inputs: JoinedInputs<Result>
  /// Only for the recorder, which finds sources in properties but not in closures.
  private final let sources: [EngineObject]

  init(_ inputs: JoinedInputs<Result>) {
    self.inputs = inputs
    sources = inputs.all.map(\.source)
  }

  override final func run(_ output: Downstream<Result>) -> StartedSubscription {
    let sink = makeSink(output)
    sink.connect(inputs.all)
    return StartedSubscription(sink: sink, subscription: sink.subscriptions)
  }

  func makeSink(_ output: Downstream<Result>) -> JoiningSink<Result> { abstractMethod() }
}

/// The inputs of an operator that joins sequences of any types.
struct JoinedInputs<Result> {
  let all: [JoinInput]
  let combine: (UnsafeBufferPointer<InputBuffer>) throws -> Result

  init<each Input>(
    _ source: repeat Observable<each Input>, resultSelector: @escaping (repeat each Input) throws -> Result
  ) {
    var all: [JoinInput] = []
    repeat all.append(TypedJoinInput<Result, each Input>(each source))
    self.all = all
    combine = { buffers in
      var reader = InputBufferReader(buffers)
      return try resultSelector(repeat reader.next((each Input).self))
    }
  }

  init<Input>(all sources: [Observable<Input>], resultSelector: @escaping ([Input]) throws -> Result) {
    all = sources.map { TypedJoinInput<Result, Input>($0) }
    combine = { buffers in
      var reader = InputBufferReader(buffers)
      let elements = [Input](unsafeUninitializedCapacity: buffers.count) { buffer, count in
        for index in buffers.indices { buffer.initializeElement(at: index, to: reader.next(Input.self)) }
        count = buffers.count
      }
      return try resultSelector(elements)
    }
  }
}

/// One source of a joining operator, which each subscription connects to its sink.
class JoinInput {
  final let source: EngineObject

  fileprivate init(_ source: EngineObject) {
    self.source = source
  }

  /// Makes the input's buffer in a `JoiningSink` of the operator's type, and the observer that fills it.
  func admit(to sink: EngineObject) -> EngineObject { abstractMethod() }

  /// Subscribes an observer that ``admit(to:)`` has made.
  func subscribe(_ observer: EngineObject) -> any DisposableObject { abstractMethod() }
}

private final class TypedJoinInput<Result, Input>: JoinInput {
  init(_ source: Observable<Input>) {
    super.init(source)
  }

  override func admit(to sink: EngineObject) -> EngineObject {
    unsafeDowncast(sink, to: JoiningSink<Result>.self).admit(Input.self)
  }

  override func subscribe(_ observer: EngineObject) -> any DisposableObject {
    unsafeDowncast(observer, to: JoiningObserver<Result, Input>.self)
      .run(unsafeDowncast(source, to: Observable<Input>.self))
  }
}

/// Handles each input's events and combines elements within the delivery: otherwise an element that another input sends
/// meanwhile would change what is combined.
class JoiningSink<Result>: SerialSink<Result, Result> {
  final let subscriptions = CompositeDisposable()
  private final let combine: (UnsafeBufferPointer<InputBuffer>) throws -> Result
  /// Whether it completes when an input's element cannot be combined because all other inputs have completed.
  private final let endsWhenAlone: Bool
  // Only touched under the delivery lock.
  @exclusivity(unchecked) private(set) final var buffers: [InputBuffer] = []
  @exclusivity(unchecked) final var ready = 0
  @exclusivity(unchecked) private final var completed = 0

  init(_ inputs: JoinedInputs<Result>, _ output: Downstream<Result>, endsWhenAlone: Bool = true) {
    combine = inputs.combine
    self.endsWhenAlone = endsWhenAlone
    super.init(output)
  }

  /// Makes the buffer that keeps an input's elements until they are combined.
  func makeBuffer<Input>(_ type: Input.Type) -> TypedInputBuffer<Input> { abstractMethod() }

  /// Called under the delivery lock after a combination was made.
  func combined() {}

  /// Ends a sequence that has no inputs.
  func endWithoutInputs() { finish() }

  /// Makes a buffer for each input, then subscribes to them in their order.
  final func connect(_ inputs: [JoinInput]) {
    buffers.reserveCapacity(inputs.count)
    let observers = inputs.map { $0.admit(to: self) }
    for index in inputs.indices { _ = subscriptions.insert(inputs[index].subscribe(observers[index])) }
    if inputs.isEmpty { endWithoutInputs() }
  }

  /// Makes the observer for one more input.
  fileprivate final func admit<Input>(_ type: Input.Type) -> JoiningObserver<Result, Input> {
    let buffer = makeBuffer(type)
    buffers.append(buffer)
    return JoiningObserver(of: self, buffer)
  }

  /// Takes an element that an input has sent.
  fileprivate final func take<Input>(_ element: Input, for buffer: TypedInputBuffer<Input>) {
    // `put` leaves the displaced element in it, which is released after the lock.
    var copy = element
    let isFirstEnd = delivery.withLock {
      buffer.put(&copy)
      return noteElement(of: buffer) && endForwarding()
    }
    if isFirstEnd { disposeInputs() }
    withExtendedLifetime(copy) {}
  }

  /// Called under the delivery lock.
  /// - Returns: whether the sequence is over.
  private final func noteElement(of buffer: InputBuffer) -> Bool {
    if !buffer.isReady {
      buffer.isReady = true
      ready += 1
    }
    if ready == buffers.count { return sendCombination() }
    guard endsWhenAlone, completed - (buffer.hasCompleted ? 1 : 0) == buffers.count - 1 else { return false }
    forwardOnCompleted()
    return true
  }

  fileprivate final func inputCompleted(_ buffer: InputBuffer) {
    let isOver = delivery.withLock {
      guard !buffer.hasCompleted else { return false }
      buffer.hasCompleted = true
      completed += 1
      return completed == buffers.count
    }
    if isOver { finish() }
  }

  /// - Returns: whether the sequence ended, because the elements could not be combined.
  final func sendCombination() -> Bool {
    do {
      let combination = try callWithinDelivery { try buffers.withUnsafeBufferPointer(combine) }
      combined()
      forwardOn(next: combination)
      return false
    } catch {
      forwardOn(error: error)
      return true
    }
  }
}

/// Receives the events of one input.
final class JoiningObserver<Result, Element>: SideInput<JoiningSink<Result>, Element> {
  private let buffer: TypedInputBuffer<Element>

  init(of parent: JoiningSink<Result>, _ buffer: TypedInputBuffer<Element>) {
    self.buffer = buffer
    super.init(of: parent)
  }

  override func on(next element: Element) { parent.take(element, for: buffer) }

  override func on(error: any Swift.Error) {
    subscription.dispose()
    super.on(error: error)
  }

  override func onCompletion() {
    super.onCompletion()
    parent.inputCompleted(buffer)
  }
}
