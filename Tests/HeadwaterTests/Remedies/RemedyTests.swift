import Foundation
import TestSupport
import Testing

/// Applies the diff of `check --fix` and nothing else to each shape whose remedy is an edit, and to one that needs a decision.
@Suite("The remedies of shapes that are edits", .oneAtATime)
struct RemedyTests {
  /// What a shape prints after the edit.
  private enum Printed {
    /// The same as a sound shape.
    case twin(String)
    /// The same as before: the twin of a shape whose work is repeated prints the same, and does the work once.
    case same
    /// These lines, because no twin has the shape's elements.
    case lines([String])
    /// These lines or the first of them, because the shape ends while another queue is about to print.
    case upTo([String])
  }

  private static let searched = "flatMapLatest for a text being typed"
  private static let cached = "a cached value and a new one for each text, in order"

  private static let remedied: [String: Printed] = [
    // stale
    "answers to a text being typed": .twin(searched),
    "answers behind a debounce": .lines(["page 5"]),
    "answers that end in a relay, which keeps the latest": .lines([]),
    "map and merge instead of flatMap": .twin(searched),
    "merge of two at a time instead of flatMap": .twin(searched),
    "Singles, with operators before and behind": .lines(["RESULTS FOR APPLE"]),
    "answers of a cached value and a new one": .twin(cached),
    "drivers, each with a cached value and a new one": .twin(cached),
    "a text that is being deleted": .lines(["results for sw"]),
    // many-inners
    "flatMap of a relay at each tap": .twin("flatMapLatest of a relay"),
    "map and merge of a shared sequence": .lines(["2", "3", "4", "5"]),
    "a driver in flatMap": .twin("flatMapLatest of a relay"),
    // swallowed
    "throttle(latest: false) for a text being typed": .twin("throttle sends the latest"),
    // The program ends before the time of the last element, which throttle keeps, is over.
    "throttle(latest: false) before the completion": .lines(["1", "4", "7"]),
    "throttle(latest: false) between other operators": .lines(["0.0 %", "90.0 %"]),
    "debounce for elements that never stop": .lines(["1"] + stride(from: 2, through: 20, by: 2).map { "\($0)" }),
    // backlog
    "zip for values that belong together at any time": .twin(
      "combineLatest for values that belong together at any time"),
    "zip of a collection with one slow input": .lines(latest),
    "zip whose other input has completed": .lines((1...6).map { "\($0)b" }),
    // moves-nothing
    "subscribe(on:) behind a subject": .upTo(["2"]),
    "subscribe(on:) behind a relay and operators": .upTo(["2", "4"]),
    "subscribe(on:) behind a share that is subscribed to already": .upTo(["2", "2"]),
    "subscribe(on:) behind a timer with another scheduler": .twin("observe(on:) behind a subject"),
    "subscribe(on:) behind another one": .twin("observe(on:) behind a subject"),
    "subscribe(on:) for the main thread, and elements from elsewhere": .twin("observe(on:) behind a subject"),
    // lost-before
    "a subscription that subscribe(on:) makes later": .lines(["1"]),
    "connect before the subscription": .twin("connect behind the subscription"),
    "connect before the subscription, of a sequence that ends": .twin("connect behind the subscription"),
    // off-main
    "delay behind the move to the main thread": .twin(comesLast),
    "debounce behind it": .twin(comesLast),
    "flatMap behind it, whose inner sequences answer elsewhere": .twin("back to the main thread behind flatMap"),
    "a shared sequence behind it": .twin(comesLast),
    "sharing between it and the delay": .twin(comesLast),
    "the asynchronous main scheduler": .twin(comesLast),
    "a driver that becomes an observable": .twin(comesLast),
    "combineLatest of an input that is moved and one that is not": .twin(
      "combineLatest whose result is moved to the main thread"),
    "merge of an input that is moved and one that is not": .twin(comesLast),
    // ended-by-error
    "catchAndReturn behind flatMapLatest": .twin("a catch within flatMapLatest"),
    "a shared sequence between the subject and the failure": .twin("a catch within flatMapLatest"),
    "a request that fails later": .lines(["offline", "offline"]),
    // work-repeated
    "two subscribers to the answers of requests": .twin("two subscribers that share the answers of requests"),
    "two subscribers to requests that deferred begins": .twin("requests that deferred begins, shared"),
    "a request within deferred, for two subscribers": .same,
    "two subscribers to one request": .same,
    "a request behind a map, shown by two labels": .same,
    "one request for two inputs of combineLatest": .same,
    "one request for two inputs of merge": .same,
    "share that stands before the request instead of behind it": .same,
    "a Single with two subscribers": .same,
    "rows of a list that each ask for the same image": .same,
    "settings that are a second input and shown as well": .same,
    // dropped-for-other, waiting
    "a form whose share has lost the value before": .twin("a share that replays the value before"),
    "a share whose value came before": .lines(["Ada", "(\"Ada\", 3)", "(\"Ada\", 4)"]),
    // bag-gone
    "a bag that is replaced behind the subscription": .twin("a bag that is replaced before each subscription"),
  ]

  private static let comesLast = "the move to the main thread comes last"

  /// What combineLatest sends for three inputs, of which the last one is slow.
  private static let latest: [String] = {
    var lines: [String] = []
    var values: [Int?] = [nil, nil, nil]
    func send(_ number: Int, _ input: Int) {
      values[input] = number
      let known = values.compactMap(\.self)
      if known.count == 3 { lines.append("\(known)") }
    }
    for number in 0..<24 {
      send(number, 0)
      send(number, 1)
      if number % 8 == 7 { send(number, 2) }
    }
    return lines
  }()

  /// Shapes with the same findings whose remedies need a decision, with a part of the reason that is given.
  private static let undecided: [String: String] = [
    // What is subscribed to within a closure may be meant to go on when its own error or end comes.
    "a subscription within a subscription": "needs a decision",
    "a subscription within a do, and answers of several values": "needs a decision",
    // Which element takes the place of the error?
    "debounce before an error": "needs a decision",
    "an alert for the error, and dead buttons after it": "needs a decision",
    "a relay whose pipeline goes on with another sequence": "`catch` goes on with may not fit an inner sequence",
    // Where does the bag belong?
    "a bag of the function, and a subject that sends later": "needs a decision",
    "a bag that another method replaces behind the subscription": "needs a decision",
    // Which element comes first?
    "taps with the latest of a form that has no value": "needs a decision",
    "combineLatest with a subject that sends nothing": "needs a decision",
    "zip with a share whose value came before": "needs a decision",
    "a refresh before the subscription": "needs a decision",
    // How long is the pause, and how many at once?
    "retry of what fails at once": "needs a decision", "concatMap of a relay, which does not end": "needs a decision",
  ]

  @Test("a diff removes the finding, brings no other, and the program prints what its sound twin prints")
  func remedies() throws {
    let twins = Self.remedied.values.compactMap { if case .twin(let name) = $0 { name } else { nil } }
    let wanted = Set(Self.remedied.keys).union(Self.undecided.keys).union(twins)
    let shapes = try ShapePrograms { name, _ in wanted.contains(name) }
    #expect(Set(shapes.names) == wanted, "\(wanted.subtracting(shapes.names))")
    let (before, after) = (try BuiltShapes(shapes), try Folder())
    var diffs = ""
    for (number, name) in shapes.names.enumerated() {
      let fix = try before.fix(number)
      if Self.remedied[name] != nil {
        #expect(fix.status == 1 && fix.errors == "headwater: 1 finding has an edit\n", "\(name): \(fix.errors)")
        diffs += fix.output
      } else if let reason = Self.undecided[name] {
        #expect(fix.output == "" && fix.errors.contains(reason), "\(name): \(fix.errors)")
      }
    }
    let edited = try BuiltShapes(shapes, in: after, applying: diffs)
    for (number, name) in shapes.names.enumerated() {
      guard let expected = Self.remedied[name] else { continue }
      let checked = try edited.check(number)
      #expect(checked.status == 0, "\(name): \(checked.output)")
      let printed = try edited.printed(number)
      switch expected {
      case .twin(let twin): #expect(try printed == before.printed(shapes.names.firstIndex(of: twin)!), "\(name)")
      case .same: #expect(try printed == before.printed(number), "\(name)")
      case .lines(let lines): #expect(printed == lines, "\(name)")
      case .upTo(let lines): #expect(lines.starts(with: printed), "\(name): \(printed)")
      }
    }
  }
}
