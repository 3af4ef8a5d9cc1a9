/// The base of `combineLatest` and `zip`: any number of inputs of any types, joined one event at a time.
///
/// Both are implemented once, for every arity: the public functions take a parameter pack, from which ``JoinedInputs``
/// makes a ``JoinInput`` for each source. A subscription walks a plain array of these, because the runtime would build the
/// types of a pack anew for each.
@usableFromInline
class Join<Result>: Producer<Result> {
  private final let inputs: JoinedInputs<Result>
  private final let makeSink: (JoinedInputs<Result>, Downstream<Result>) -> JoiningSink<Result>
  /// Only for the recorder, which finds sources in properties but not in closures.
  private final let sources: [EngineObject]

  @usableFromInline
  init(
    _ inputs: JoinedInputs<Result>,
    _ makeSink: @escaping (JoinedInputs<Result>, Downstream<Result>) -> JoiningSink<Result>
  ) {
    self.inputs = inputs
    self.makeSink = makeSink
    sources = inputs.all.map(\.source)
  }

  override final func run(_ output: Downstream<Result>) -> StartedSubscription {
    let sink = makeSink(inputs, output)
    sink.connect(inputs.all)
    return StartedSubscription(sink: sink, subscription: sink.subscriptions)
  }
}

/// The inputs of an operator that joins sequences of any types.
@usableFromInline
struct JoinedInputs<Result> {
  @usableFromInline let all: [JoinInput]
  @usableFromInline let combine: (UnsafeBufferPointer<InputBuffer>) throws -> Result

  @inlinable
  init<each Input>(
    _ source: repeat Observable<each Input>, resultSelector: @escaping (repeat each Input) throws -> Result
  ) {
    var all: [JoinInput] = []
    all.reserveCapacity(8)
    repeat all.append(
      TypedJoinInput(each source, JoiningObserver<Result, each Input>.self, TypedInputBuffer<each Input>.self))
    self.all = all
    combine = { buffers in
      var reader = InputBufferReader(buffers)
      return try resultSelector(repeat reader.next((each Input).self))
    }
  }

  init<Input>(all sources: [Observable<Input>], resultSelector: @escaping ([Input]) throws -> Result) {
    all = sources.map { TypedJoinInput($0, JoiningObserver<Result, Input>.self, TypedInputBuffer<Input>.self) }
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
@usableFromInline
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

@usableFromInline
final class TypedJoinInput<Result, Input>: JoinInput {
  // Both are kept, because they would be looked up for every subscription.
  private let observerType: JoiningObserver<Result, Input>.Type
  private let bufferType: TypedInputBuffer<Input>.Type

  @usableFromInline
  init(
    _ source: Observable<Input>, _ observerType: JoiningObserver<Result, Input>.Type,
    _ bufferType: TypedInputBuffer<Input>.Type
  ) {
    self.observerType = observerType
    self.bufferType = bufferType
    super.init(source)
  }

  override func admit(to sink: EngineObject) -> EngineObject {
    let sink = unsafeDowncast(sink, to: JoiningSink<Result>.self)
    let buffer = bufferType.init(isQueue: sink.combinesOnce)
    sink.add(buffer)
    return observerType.init(of: sink, buffer)
  }

  override func subscribe(_ observer: EngineObject) -> any DisposableObject {
    unsafeDowncast(observer, to: JoiningObserver<Result, Input>.self)
      .run(unsafeDowncast(source, to: Observable<Input>.self))
  }
}

/// Handles each input's events and combines elements within the delivery: otherwise an element that another input sends
/// meanwhile would change what is combined.
@usableFromInline
class JoiningSink<Result>: SerialSink<Result, Result> {
  final let subscriptions = CompositeDisposable()
  private final let combine: (UnsafeBufferPointer<InputBuffer>) throws -> Result
  /// Whether it completes when an input's element cannot be combined because all other inputs have completed.
  private final let endsWhenAlone: Bool
  // Only touched under the delivery lock.
  @exclusivity(unchecked) private(set) final var buffers: [InputBuffer] = []
  @exclusivity(unchecked) final var ready = 0
  @exclusivity(unchecked) private final var completed = 0

  @usableFromInline
  init(_ inputs: JoinedInputs<Result>, _ output: Downstream<Result>, endsWhenAlone: Bool = true) {
    combine = inputs.combine
    self.endsWhenAlone = endsWhenAlone
    super.init(output)
  }

  /// Whether each element is combined once; otherwise an input's latest element is, again and again.
  var combinesOnce: Bool { abstractMethod() }

  /// Called under the delivery lock after a combination was made.
  func combined() {}

  /// Ends a sequence that has no inputs.
  func endWithoutInputs() { finish() }

  /// Makes a buffer for each input, then subscribes to them in their order.
  final func connect(_ inputs: [JoinInput]) {
    buffers.reserveCapacity(inputs.count)
    subscriptions.reserveCapacity(inputs.count)
    let observers = inputs.map { $0.admit(to: self) }
    for index in inputs.indices { _ = subscriptions.insert(inputs[index].subscribe(observers[index])) }
    if inputs.isEmpty { endWithoutInputs() }
  }

  /// Adds the buffer of one more input.
  fileprivate final func add(_ buffer: InputBuffer) { buffers.append(buffer) }

  /// Takes an element that an input has sent.
  fileprivate final func take<Input>(_ element: Input, for buffer: TypedInputBuffer<Input>) {
    // `put` leaves the displaced element in it, which is released after the lock.
    var copy = element
    let isFirstEnd = delivery.withLock {
      buffer.put(&copy)
      return noteElement(of: buffer) && endForwarding()
    }
    if isFirstEnd { disposeInputs() }
    extendLifetime(copy)
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

/// Receives the events of one input. Not final, so that it can be made from a kept type.
@usableFromInline
class JoiningObserver<Result, Element>: SideInput<JoiningSink<Result>, Element> {
  private final let buffer: TypedInputBuffer<Element>

  required init(of parent: JoiningSink<Result>, _ buffer: TypedInputBuffer<Element>) {
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
