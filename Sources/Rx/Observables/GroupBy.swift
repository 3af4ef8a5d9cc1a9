extension ObservableType {
  /// Elements in sequences of their own, one for each key.
  ///
  ///     _ = Observable.of(1, 2, 3).groupBy { $0.isMultiple(of: 2) }.flatMap { group in
  ///       group.map { "\(group.key): \($0)" }
  ///     }.subscribe(onNext: { print($0) })
  ///     // Prints: false: 1
  ///     //         true: 2
  ///     //         false: 3
  ///
  /// A group is sent right before its first element; who subscribes to it later gets what comes from then on. This
  /// sequence is let go of when the subscription to the groups and those to each of them are disposed of.
  /// - Parameter keySelector: an error that it throws ends the sequence and all groups.
  public func groupBy<Key: Hashable>(
    keySelector: @escaping (Element) throws -> Key
  ) -> Observable<GroupedObservable<Key, Element>> {
    GroupBy(source: asObservable(), keySelector: keySelector)
  }
}

/// The elements with one key, and the key.
public struct GroupedObservable<Key, Element>: ObservableType {
  /// What the elements have in common.
  public let key: Key

  private let source: Observable<Element>

  /// A group of the given elements.
  public init(key: Key, source: Observable<Element>) {
    self.key = key
    self.source = source
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    source.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { source }
}

private final class GroupBy<Key: Hashable, Element>: Producer<GroupedObservable<Key, Element>> {
  private let source: Observable<Element>
  private let keySelector: (Element) throws -> Key

  init(source: Observable<Element>, keySelector: @escaping (Element) throws -> Key) {
    self.source = source
    self.keySelector = keySelector
  }

  override func run(
    _ observer: EventReceiver<GroupedObservable<Key, Element>>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = GroupBySink(keySelector: keySelector, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class GroupBySink<Key: Hashable, Element>: Sink<Element, GroupedObservable<Key, Element>> {
  private let keySelector: (Element) throws -> Key
  private let subscription: SingleAssignmentDisposable
  private let users: RefCountDisposable
  private var groups: [Key: PublishSubject<Element>] = [:]
  /// In the order in which they were made, which is the order in which they are told of the end.
  private var all: [PublishSubject<Element>] = []

  init(
    keySelector: @escaping (Element) throws -> Key, observer: EventReceiver<GroupedObservable<Key, Element>>,
    cancel: SinkDisposer
  ) {
    self.keySelector = keySelector
    subscription = SingleAssignmentDisposable()
    users = RefCountDisposable(disposable: subscription)
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any DisposableObject {
    subscription.setDisposable(source.subscribe(self))
    return users
  }

  override func on(next element: Element) {
    do {
      let key = try keySelector(element)
      (group(for: key) ?? begin(key)).onNext(element)
    } catch {
      on(error: error)
    }
  }

  override func on(error: any Swift.Error) {
    for group in all { group.onError(error) }
    super.on(error: error)
    subscription.dispose()
  }

  override func onCompleted() {
    for group in all { group.onCompleted() }
    super.onCompleted()
    subscription.dispose()
  }

  private func group(for key: Key) -> PublishSubject<Element>? {
    // A copy, because the program's code compares keys, and may send another element meanwhile.
    let groups = groups
    return groups[key]
  }

  private func begin(_ key: Key) -> PublishSubject<Element> {
    let group = PublishSubject<Element>()
    keep(group, for: key)
    all.append(group)
    forwardOn(next: GroupedObservable(key: key, source: Group(elements: group, users: users)))
    return group
  }

  /// Taken out for the change: the program's code compares keys within it, and may send another element.
  private func keep(_ group: PublishSubject<Element>, for key: Key) {
    var changed: [Key: PublishSubject<Element>] = [:]
    swap(&changed, &groups)
    changed[key] = group
    swap(&changed, &groups)
    if !changed.isEmpty { groups.merge(changed) { kept, _ in kept } }
  }
}

/// The elements of one group; subscriptions to it keep that to the source.
private final class Group<Element>: Observable<Element> {
  private let elements: PublishSubject<Element>
  private let users: RefCountDisposable

  init(elements: PublishSubject<Element>, users: RefCountDisposable) {
    self.elements = elements
    self.users = users
  }

  override func subscribe(receiver: EventReceiver<Element>) -> any DisposableObject {
    let use = users.retain().asDisposableObject()
    return Disposables.create(use, elements.subscribe(receiver))
  }
}
