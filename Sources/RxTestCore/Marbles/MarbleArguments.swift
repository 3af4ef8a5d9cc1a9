/// The marble diagrams that a program is started with, so that one program shows what becomes of any input.
///
/// Diagrams follow one another on the command line; the one with a `^` or a `!` says when to subscribe and to dispose.
/// Those that are not given are as the program says.
///
///     let given = MarbleArguments("-1-2-3-|")
///     let scheduler = TestScheduler(initialClock: 0)
///     let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
///     let observer = scheduler.start(subscription: given.subscription, from: 0) { numbers.map { $0 + "0" } }
///     print(observer.marbles)
///     // Prints, started with the argument -1-#: -'10'-#
public struct MarbleArguments: Hashable, Sendable {
  /// The inputs' diagrams, in order.
  public let inputs: [String]
  /// The diagram of when to subscribe and to dispose: see ``TestScheduler/start(subscription:from:create:)``.
  public let subscription: String

  /// Takes what the program was started with.
  ///
  /// More diagrams than there are inputs, or a second one that says when to subscribe, are a mistake that stops the
  /// program.
  /// - Parameters:
  ///   - inputs: what the inputs are where nothing else is given.
  ///   - subscription: when to subscribe where nothing else is given.
  ///   - arguments: those of the program, without its own name.
  public init(
    _ inputs: String..., subscription: String = "^", arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) {
    let isSubscription: (String) -> Bool = { $0.contains("^") || $0.contains("!") }
    let subscriptions = arguments.filter(isSubscription)
    let given = arguments.filter { !isSubscription($0) }
    precondition(
      given.count <= inputs.count,
      "\(given.count) marble diagrams were given, and the program has \(inputs.count) inputs: \(inputs)")
    precondition(subscriptions.count < 2, "several diagrams say when to subscribe: \(subscriptions)")
    self.inputs = given + inputs.dropFirst(given.count)
    self.subscription = subscriptions.first ?? subscription
  }

  /// The diagram of an input, counted from 0.
  public subscript(input: Int) -> String { inputs[input] }
}
