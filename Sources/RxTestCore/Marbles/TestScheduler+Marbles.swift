import Rx

/// Observables from marble diagrams. A diagram in a test is a literal, so a mistake in it stops the program, with a
/// message that names the column; ``MarbleDiagram`` throws it instead.
extension TestScheduler {
  /// A hot sequence drawn as marbles: see ``MarbleDiagram`` for the signs.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let numbers = scheduler.createHotObservable(marbles: "-a-^-b--c-|", values: ["a": 1, "b": 2, "c": 3])
  ///     let observer = scheduler.start { numbers.map { $0 * 2 } }
  ///     print(observer.marbles)
  ///     // Prints: --4--6-|
  ///
  /// An event in the tick of `^` is sent before anybody subscribes in that tick, where the sequence was made before.
  /// - Parameters:
  ///   - values: what the names of elements stand for.
  ///   - error: what `#` stands for.
  ///   - start: the moment of `^`, or of the first tick in a diagram without; 200 unless said otherwise, when `start`
  ///     subscribes.
  public func createHotObservable<Element>(
    marbles: String, values: [String: Element], error: any Swift.Error = MarbleFailure(),
    from start: TestTime = Defaults.subscribed
  ) -> TestableObservable<Element> {
    createHotObservable(correct(marbles) { try $0.events(values: values, error: error, from: start) })
  }

  /// A hot sequence of strings drawn as marbles: each element is its own name.
  public func createHotObservable(
    marbles: String, error: any Swift.Error = MarbleFailure(), from start: TestTime = Defaults.subscribed
  ) -> TestableObservable<String> {
    createHotObservable(correct(marbles) { try $0.events(error: error, from: start) })
  }

  /// A cold sequence drawn as marbles, the first tick being that of the subscription: see ``MarbleDiagram``.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let letters = scheduler.createColdObservable(marbles: "--a-(b|)", values: ["a": "x", "b": "y"])
  ///     print(scheduler.start { letters }.marbles)
  ///     // Prints: --x-(y|)
  ///
  /// - Parameters:
  ///   - values: what the names of elements stand for.
  ///   - error: what `#` stands for.
  public func createColdObservable<Element>(
    marbles: String, values: [String: Element], error: any Swift.Error = MarbleFailure()
  ) -> TestableObservable<Element> {
    createColdObservable(correct(marbles) { try $0.withoutSubscription().events(values: values, error: error) })
  }

  /// A cold sequence of strings drawn as marbles: each element is its own name.
  public func createColdObservable(
    marbles: String, error: any Swift.Error = MarbleFailure()
  ) -> TestableObservable<String> {
    createColdObservable(correct(marbles) { try $0.withoutSubscription().events(error: error) })
  }

  /// Subscribes and disposes as a diagram says, and runs everything.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let letters = scheduler.createHotObservable(marbles: "-a-b-c-|")
  ///     print(scheduler.start(subscription: "--^-!") { letters }.marbles)
  ///     // Prints: ---b
  ///
  /// An event in the tick of `!` is still sent where the sequence is hot and was made before. Without `!` the
  /// subscription is disposed of at 1000, or when it begins where that is later.
  /// - Parameters:
  ///   - marbles: `^` where to subscribe, `!` where to dispose.
  ///   - start: the moment of the first tick, from which the observer's marbles count too.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    subscription marbles: String, from start: TestTime = Defaults.subscribed, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    let subscription = correct(marbles) { _ in try Subscription(marbles: marbles, from: start) }
    let disposed = subscription.unsubscribe == .max ? Defaults.disposed : subscription.unsubscribe
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
    guard tick(of: .subscription) == nil else { throw mistake("`^` in a cold sequence, whose time begins with it") }
    return self
  }
}
