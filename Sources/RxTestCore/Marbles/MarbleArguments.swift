/// The marble diagrams on a program's command line, so that one program can be run with any input.
///
/// Each argument is a diagram; the one with a `^` or a `!` tells when to subscribe and to dispose. The program's own
/// diagrams are the defaults.
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
  /// The subscription's diagram: see ``TestScheduler/start(subscription:from:create:)``.
  public let subscription: String

  /// Reads the program's arguments.
  ///
  /// More diagrams than there are inputs, or a second subscription's diagram, are a mistake that stops the program.
  /// - Parameters:
  ///   - inputs: the default diagrams of the inputs.
  ///   - subscription: the default diagram of the subscription.
  ///   - arguments: the program's arguments, without its name.
  public init(
    _ inputs: String..., subscription: String = "^", arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) {
    let isSubscription: (String) -> Bool = { $0.contains("^") || $0.contains("!") }
    let subscriptions = arguments.filter(isSubscription)
    let given = arguments.filter { !isSubscription($0) }
    precondition(
      given.count <= inputs.count,
      "\(given.count) marble diagrams on the command line, but the program has only \(inputs.count) inputs: \(inputs)")
    precondition(
      subscriptions.count < 2, "several diagrams with `^` or `!` on the command line: \(subscriptions): pass only one")
    self.inputs = given + inputs.dropFirst(given.count)
    self.subscription = subscriptions.first ?? subscription
  }

  /// The diagram of an input, counted from 0.
  public subscript(input: Int) -> String { inputs[input] }
}
