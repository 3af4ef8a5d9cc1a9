import OpenCombine
import Testing

/// The names that content/atlas gives operators in Combine: this compiles only if they are there. OpenCombine itself lacks
/// `combineLatest`, `merge(with:)`, `collect(.byTimeOrCount)` and `values`, and has `decode` and timers in another module.
@Suite struct NamesTests {
  @Test func `operators of one sequence`() {
    let numbers = [1, 2, 3].publisher
    _ = numbers.append(4).prepend(0).compactMap { $0 }.drop { $0 < 1 }.dropFirst(1).filter { $0 > 0 }
    _ = numbers.collect()
    _ = numbers.handleEvents(receiveOutput: { _ in }).ignoreOutput()
    _ = numbers.prefix(1).prefix { $0 > 0 }.prefix(untilOutputFrom: numbers)
    _ = numbers.print("name").reduce(0, +)
    _ = numbers.scan(0, +).removeDuplicates().replaceEmpty(with: 0)
    _ = numbers.multicast(subject: PassthroughSubject<Int, Never>()).connect()
    _ = Fail<Int, CancellationError>(error: CancellationError()).catch { _ in Just(0) }
    _ = Fail<Int, CancellationError>(error: CancellationError()).replaceError(with: 0)
  }

  @Test func `operators of several sequences`() {
    let numbers = [1, 2, 3].publisher
    _ = numbers.zip(numbers)
    _ = numbers.map { Just($0) }.switchToLatest()
    _ = numbers.flatMap(maxPublishers: .max(1)) { Just($0) }
  }

  @Test func `operators with a scheduler`() {
    let (numbers, scheduler) = ([1].publisher, ImmediateScheduler.shared)
    _ = numbers.receive(on: scheduler).subscribe(on: scheduler)
    _ = numbers.debounce(for: .zero, scheduler: scheduler)
    _ = numbers.throttle(for: .zero, scheduler: scheduler, latest: true)
    _ = numbers.delay(for: .zero, scheduler: scheduler)
    _ = numbers.timeout(.zero, scheduler: scheduler)
  }

  @Test func `sequences without an input`() {
    _ = Deferred { Just(1) }
    _ = Empty<Int, Never>()
    _ = Fail<Int, CancellationError>(error: CancellationError())
  }
}
