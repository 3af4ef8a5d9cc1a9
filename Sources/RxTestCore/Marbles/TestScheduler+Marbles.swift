import Rx

/// Observables from marble diagrams. A diagram in a test is a literal, so a mistake in it stops the program with a
/// message that names the column; ``MarbleDiagram`` throws an error instead.
extension TestScheduler {
  /// A hot sequence drawn as marbles: see ``MarbleDiagram`` for the signs.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let numbers = scheduler.createHotObservable(marbles: "-a-^-b--c-|", values: ["a": 1, "b": 2, "c": 3])
  ///     let observer = scheduler.start { numbers.map { $0 * 2 } }
  ///     print(observer.marbles)
  ///     // Prints: --4--6-|
  ///
  /// If the sequence was made before the tick of `^`, an event in that tick is sent before the subscription.
  /// - Parameters:
  ///   - values: the elements by their names.
  ///   - error: the error for `#`.
  ///   - start: the time of `^`, or of the first tick in a diagram without one; by default 200, the time at which
  ///     `start` subscribes.
  public func createHotObservable<Element>(
    marbles: String, values: [String: Element], error: any Swift.Error = MarbleFailure(),
    from start: TestTime = Defaults.subscribed
  ) -> TestableObservable<Element> {
    createHotObservable(correct(marbles) { try $0.events(values: values, error: error, from: start) })
  }

  /// A hot sequence of strings drawn as marbles: each element is its name.
  public func createHotObservable(
    marbles: String, error: any Swift.Error = MarbleFailure(), from start: TestTime = Defaults.subscribed
  ) -> TestableObservable<String> {
    createHotObservable(correct(marbles) { try $0.events(error: error, from: start) })
  }

  /// A cold sequence drawn as marbles; the first tick is the tick of the subscription: see ``MarbleDiagram``.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let letters = scheduler.createColdObservable(marbles: "--a-(b|)", values: ["a": "x", "b": "y"])
  ///     print(scheduler.start { letters }.marbles)
  ///     // Prints: --x-(y|)
  ///
  /// - Parameters:
  ///   - values: the elements by their names.
  ///   - error: the error for `#`.
  public func createColdObservable<Element>(
    marbles: String, values: [String: Element], error: any Swift.Error = MarbleFailure()
  ) -> TestableObservable<Element> {
    createColdObservable(correct(marbles) { try $0.withoutSubscription().events(values: values, error: error) })
  }

  /// A cold sequence of strings drawn as marbles: each element is its name.
  public func createColdObservable(
    marbles: String, error: any Swift.Error = MarbleFailure()
  ) -> TestableObservable<String> {
    createColdObservable(correct(marbles) { try $0.withoutSubscription().events(error: error) })
  }

  /// Subscribes and disposes at the times in a diagram, and runs all actions.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let letters = scheduler.createHotObservable(marbles: "-a-b-c-|")
  ///     print(scheduler.start(subscription: "--^-!") { letters }.marbles)
  ///     // Prints: ---b
  ///
  /// An event in the tick of `!` is still sent if the sequence is hot and was made before. Without `!`, the
  /// subscription is disposed at 1000, or when it begins if that is later.
  /// - Parameters:
  ///   - marbles: `^` for the subscription, `!` for the disposal.
  ///   - start: the time of the first tick, from which the observer's marbles count too.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    subscription marbles: String, from start: TestTime = Defaults.subscribed, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    let subscription = correct(marbles) { _ in try Subscription(marbles: marbles, from: start) }
    let last = TestJournal.current?.lastTime ?? Defaults.disposed
    let disposed = subscription.unsubscribe == .max ? last : subscription.unsubscribe
    let observer = self.start(
      created: min(Defaults.created, subscription.subscribe), subscribed: subscription.subscribe,
      disposed: max(disposed, subscription.subscribe), create: create)
    observer.origin = start
    return observer
  }

  private func correct<Result>(_ marbles: String, _ read: (MarbleDiagram) throws -> Result) -> Result {
    do {
      return try read(MarbleDiagram(marbles))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension MarbleDiagram {
  fileprivate func withoutSubscription() throws(MarbleError) -> MarbleDiagram {
    guard tick(of: .subscription) == nil else { throw mistake("`^` in a cold sequence: it begins at its first tick") }
    return self
  }
}
