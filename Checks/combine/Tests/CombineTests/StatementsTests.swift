import OpenCombine
import Testing

/// The statements of content/combine/index.md, from its first line to its last.
@Suite struct StatementsTests {
  private struct Offline: Error {}

  /// Notes what it gets, and asks for some elements at first.
  private final class Reader: Subscriber {
    private let demand: Subscribers.Demand
    private(set) var notes: [String] = []

    init(_ demand: Subscribers.Demand) { self.demand = demand }

    func receive(subscription: any Subscription) { subscription.request(demand) }

    func receive(_ input: Int) -> Subscribers.Demand {
      notes.append("\(input)")
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { notes.append("end") }
  }

  /// The elements and the end of a sequence that sends all of them at once.
  private func notes<Value>(_ publisher: some Publisher<Value, Never>) -> [String] {
    var notes: [String] = []
    _ = publisher.sink(receiveCompletion: { _ in notes.append("end") }, receiveValue: { notes.append("\($0)") })
    return notes
  }

  @Test func `a subscriber that requests two of five gets two, and no end`() {
    let reader = Reader(.max(2))
    [1, 2, 3, 4, 5].publisher.subscribe(reader)
    #expect(reader.notes == ["1", "2"])
  }

  @Test func `sink requests everything`() {
    #expect(notes([1, 2, 3].publisher) == ["1", "2", "3", "end"])
  }

  @Test func `flatMap with one publisher at a time loses what a subject sends meanwhile`() {
    let (numbers, first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>(), Just("two"))
    var notes: [String] = []
    let handle = numbers.flatMap(maxPublishers: .max(1)) { number -> AnyPublisher<String, Never> in
      number == 1 ? first.eraseToAnyPublisher() : second.eraseToAnyPublisher()
    }
    .sink { notes.append($0) }
    numbers.send(1)
    numbers.send(2)
    first.send("one")
    first.send(completion: .finished)
    #expect(notes == ["one"])
    withExtendedLifetime(handle) {}
  }

  @Test func `a subject drops what is not demanded`() {
    let (subject, reader) = (PassthroughSubject<Int, Never>(), Reader(.max(1)))
    subject.subscribe(reader)
    for number in 1...3 { subject.send(number) }
    #expect(reader.notes == ["1"])
  }

  @Test func `a handle that nobody keeps cancels, and so does a set of them when it is released`() {
    let prices = PassthroughSubject<Int, Never>()
    var notes: [String] = []
    _ = prices.sink { notes.append("lost \($0)") }
    var handles: Set<AnyCancellable> = []
    prices.sink { notes.append("\($0)") }.store(in: &handles)
    prices.send(1)
    handles = []
    prices.send(2)
    #expect(notes == ["1"])
  }

  @Test func `replaceError ends after the replacement`() {
    let label = PassthroughSubject<Int, Offline>()
    var notes: [String] = []
    let handle = label.replaceError(with: 0).sink(
      receiveCompletion: { _ in notes.append("end") }, receiveValue: { notes.append("\($0)") })
    label.send(1)
    label.send(completion: .failure(Offline()))
    label.send(2)
    #expect(notes == ["1", "0", "end"])
    withExtendedLifetime(handle) {}
  }

  @Test func `a throwing tryMap fails with any error`() {
    var failure: (any Error)?
    _ = Just(1).tryMap { _ in throw Offline() }.sink(
      receiveCompletion: { if case .failure(let error) = $0 { failure = error } }, receiveValue: {})
    #expect(failure is Offline)
  }

  @Test func `a Future begins its work when it is made, and keeps the result`() {
    var runs = 0
    let future = Future<Int, Never> { promise in
      runs += 1
      promise(.success(runs))
    }
    #expect(runs == 1)
    #expect(notes(future) == ["1", "end"] && notes(future) == ["1", "end"] && runs == 1)
  }

  @Test func `a CurrentValueSubject begins with its value, and can end`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var notes: [String] = []
    let handle = subject.sink(
      receiveCompletion: { _ in notes.append("end") }, receiveValue: { notes.append("\($0)") })
    subject.send(2)
    subject.send(completion: .finished)
    #expect(notes == ["1", "2", "end"])
    withExtendedLifetime(handle) {}
  }

  @Test func `assign holds its object`() {
    final class Label { var text = "" }
    weak var held: Label?
    let texts = PassthroughSubject<String, Never>()
    let handle = {
      let label = Label()
      held = label
      return texts.assign(to: \.text, on: label)
    }()
    #expect(held != nil)
    handle.cancel()
    #expect(held == nil)
  }

  @Test func `map and switchToLatest leave the older publisher`() {
    let (numbers, first) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
    var notes: [String] = []
    let handle = numbers.map { $0 == 1 ? first.eraseToAnyPublisher() : Just("new").eraseToAnyPublisher() }
      .switchToLatest().sink { notes.append($0) }
    numbers.send(1)
    numbers.send(2)
    first.send("old")
    #expect(notes == ["new"])
    withExtendedLifetime(handle) {}
  }

  @Test func `removeDuplicates drops an element that equals the one before`() {
    #expect(notes([1, 1, 2, 1].publisher.removeDuplicates()) == ["1", "2", "1", "end"])
  }

  @Test func `multicast and autoconnect share one run`() {
    var runs = 0
    let shared = Deferred { () -> PassthroughSubject<Int, Never> in
      runs += 1
      return PassthroughSubject()
    }
    .multicast { PassthroughSubject<Int, Never>() }.autoconnect()
    let handles = (0..<2).map { _ in shared.sink { _ in } }
    #expect(runs == 1)
    withExtendedLifetime(handles) {}
  }

  @Test func `a cold publisher runs anew for each subscriber, and nothing follows an end`() {
    var runs = 0
    let cold = Deferred { () -> Just<Int> in
      runs += 1
      return Just(runs)
    }
    #expect(notes(cold) == ["1", "end"] && notes(cold) == ["2", "end"])
    let subject = PassthroughSubject<Int, Never>()
    subject.send(completion: .finished)
    subject.send(1)
    #expect(notes(subject) == ["end"])
  }

  @Test func `zip keeps the elements of the faster input`() {
    let (numbers, letters) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
    var notes: [String] = []
    let handle = numbers.zip(letters).sink { notes.append("\($0)\($1)") }
    for number in 1...3 { numbers.send(number) }
    for letter in ["a", "b"] { letters.send(letter) }
    #expect(notes == ["1a", "2b"])
    withExtendedLifetime(handle) {}
  }
}
