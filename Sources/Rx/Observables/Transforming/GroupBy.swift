extension ObservableType {
  /// The elements in groups: a sequence for each key.
  ///
  ///     _ = Observable.of(1, 2, 3).groupBy { $0.isMultiple(of: 2) }.flatMap { group in
  ///       group.map { "\(group.key): \($0)" }
  ///     }.subscribe(onNext: { print($0) })
  ///     // Prints: false: 1
  ///     //         true: 2
  ///     //         false: 3
  ///
  /// A group is sent right before its first element; an observer that subscribes to it later gets later elements only.
  /// The subscription to this sequence ends when the subscription to the groups, and to each group, is disposed.
  /// - Parameter keySelector: an error that it throws ends the sequence and all groups.
  public func groupBy<Key: Hashable>(
    keySelector: @escaping (Element) throws -> Key
  ) -> Observable<GroupedObservable<Key, Element>> {
    GroupBy(asObservable()) { GroupBySink(keySelector, $0) }
  }
}

/// A key, and the sequence of elements with that key.
public struct GroupedObservable<Key, Element>: ObservableType {
  /// The key that the elements have in common.
  public let key: Key

  private let source: Observable<Element>

  /// A group with the elements of `source`.
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

private final class GroupBy<Key: Hashable, Element>: Operator<Element, GroupedObservable<Key, Element>> {}

private final class GroupBySink<Key: Hashable, Element>: Sink<Element, GroupedObservable<Key, Element>> {
  private let keySelector: (Element) throws -> Key
  private let subscription = SingleAssignmentDisposable()
  private let users: RefCountDisposable
  /// Subjects of the element type. The dictionary does not name this type, because each access would look it up.
  private var groups: [Key: EngineObject] = [:]
  /// In the order in which they were made; they get the terminal event in this order.
  private var all: [PublishSubject<Element>] = []

  init(_ keySelector: @escaping (Element) throws -> Key, _ output: Downstream<GroupedObservable<Key, Element>>) {
    self.keySelector = keySelector
    users = RefCountDisposable(disposable: subscription)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    subscription.setDisposable(source.subscribe(self))
    return users
  }

  override func on(next element: Element) {
    do {
      let key = try call(keySelector, with: element)
      (group(for: key) ?? begin(key)).onNext(element)
    } catch {
      on(error: error)
    }
  }

  override func on(error: any Swift.Error) {
    for group in all { group.onError(error) }
    fail(error)
    subscription.dispose()
  }

  override func onCompletion() {
    for group in all { group.onCompleted() }
    finish()
    subscription.dispose()
  }

  private func group(for key: Key) -> PublishSubject<Element>? {
    // Reads a copy, because the program's code compares keys, and may send another element meanwhile.
    let groups = groups
    guard let group = groups[key] else { return nil }
    return unsafeDowncast(group, to: PublishSubject<Element>.self)
  }

  private func begin(_ key: Key) -> PublishSubject<Element> {
    let group = PublishSubject<Element>()
    keep(group, for: key)
    all.append(group)
    forwardOn(next: GroupedObservable(key: key, source: Group(elements: group, users: users)))
    return group
  }

  /// Changes a swapped-out copy, because the program's code compares keys, and may send another element meanwhile.
  private func keep(_ group: PublishSubject<Element>, for key: Key) {
    var changed: [Key: EngineObject] = [:]
    swap(&changed, &groups)
    changed[key] = group
    swap(&changed, &groups)
    if !changed.isEmpty { groups.merge(changed) { kept, _ in kept } }
  }
}

/// The elements of one group; subscriptions to it keep the subscription to the source.
private final class Group<Element>: Observable<Element> {
  private let elements: PublishSubject<Element>
  private let users: RefCountDisposable

  init(elements: PublishSubject<Element>, users: RefCountDisposable) {
    self.elements = elements
    self.users = users
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    let use = users.retain().asDisposableObject()
    return Disposables.create(use, elements.subscribe(observer))
  }
}
