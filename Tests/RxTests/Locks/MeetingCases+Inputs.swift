import Rx

/// An operator with two inputs, and the events that make it deliver.
private struct TwoInputs: @unchecked Sendable {
  enum Input {
    case first
    case second
  }

  let name: String
  /// Sent before the first thread's element; must not cause a delivery.
  var before: [Input] = []
  var delivers = Input.first
  var sendsMeanwhile = Input.second
  /// Whether a delivery makes the other input's element wait.
  var whileDelivering = Meeting.Outcome.waits
  /// False if the second input is subscribed to only after the first.
  var hasBoth = true
  let join: (Observable<Int>, Observable<Int>) -> Observable<Int>
}

extension MeetingCase {
  static let inputs: [MeetingCase] = joins.flatMap(cases)

  private static let joins: [TwoInputs] = [
    TwoInputs(name: "merge") { Observable.merge($0, $1) },
    TwoInputs(name: "merge of an array") { Observable.merge([$0, $1]) },
    TwoInputs(name: "merge(maxConcurrent: 2)") { Observable.of($0, $1).merge(maxConcurrent: 2) },
    TwoInputs(name: "zip", before: [.second]) { Observable.zip($0, $1) { $0 + $1 } },
    TwoInputs(name: "zip of an array", before: [.second]) { Observable.zip([$0, $1]).map { $0.count } },
    TwoInputs(name: "combineLatest", before: [.second]) { Observable.combineLatest($0, $1) { $0 + $1 } },
    TwoInputs(name: "combineLatest of an array", before: [.second]) {
      Observable.combineLatest([$0, $1]).map { $0.count }
    },
    TwoInputs(name: "withLatestFrom", before: [.second], whileDelivering: .free) { $0.withLatestFrom($1) },
    TwoInputs(
      name: "sample", before: [.first], delivers: .second, sendsMeanwhile: .first, whileDelivering: .free
    ) { $0.sample($1) },
    TwoInputs(
      name: "an operator outside the engine", before: [.first], delivers: .second, sendsMeanwhile: .first,
      whileDelivering: .free
    ) { $0.sampleWithFrom($1) { $0 + $1 } },
    TwoInputs(name: "amb", whileDelivering: .free) { $0.amb($1) },
    // The second input sends the terminal event, which must come last.
    TwoInputs(name: "take(until:)") { $0.take(until: $1) },
    TwoInputs(name: "skip(until:)", before: [.second], whileDelivering: .free) { $0.skip(until: $1) },
    TwoInputs(name: "concat", whileDelivering: .free, hasBoth: false) { Observable.concat([$0, $1]) },
    // The first input is an inner sequence; the second one sends inner sequences.
    TwoInputs(name: "flatMap", whileDelivering: .free) { inner, source in
      source.startWith(0).flatMap { $0 == 0 ? inner : .never() }
    },
    TwoInputs(name: "flatMapFirst", whileDelivering: .free) { inner, source in
      source.startWith(0).flatMapFirst { $0 == 0 ? inner : .never() }
    },
    TwoInputs(name: "flatMapLatest", whileDelivering: .free) { inner, source in
      source.startWith(0).flatMapLatest { $0 == 0 ? inner : .never() }
    },
    TwoInputs(name: "switchLatest", whileDelivering: .free) { inner, source in
      source.map { _ in Observable<Int>.never() }.startWith(inner).switchLatest()
    },
    TwoInputs(name: "concatMap", whileDelivering: .free) { inner, source in
      source.startWith(0).concatMap { $0 == 0 ? inner : .never() }
    },
  ]

  private static func cases(_ two: TwoInputs) -> [MeetingCase] {
    var cases = [
      MeetingCase("\(two.name): the first input ends and is torn down; the second sends") { meeting in
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        _ = two.join(first.tornDown(meeting), second).subscribe()
        return ({ first.onCompleted() }, { second.onNext(1) })
      },
      MeetingCase("\(two.name): disposed of, the first input is torn down; the second sends") { meeting in
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = two.join(first.tornDown(meeting), second).subscribe()
        return ({ subscription.dispose() }, { second.onNext(1) })
      },
      delivering(two),
    ]
    if two.hasBoth {
      cases.append(
        MeetingCase("\(two.name): the first input fails and the second is torn down; it sends") { meeting in
          let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
          _ = two.join(first, second.tornDown(meeting)).subscribe(onError: { _ in })
          return ({ first.onError(TestError.first) }, { second.onNext(1) })
        })
    }
    return cases
  }

  private static func delivering(_ two: TwoInputs) -> MeetingCase {
    MeetingCase("\(two.name): an element is delivered; the other input sends", two.whileDelivering) { meeting in
      let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = two.join(first, second).subscribe(onNext: { _ in meeting.comeIn() })
      func send(_ input: TwoInputs.Input) { (input == .first ? first : second).onNext(1) }
      two.before.forEach(send)
      return ({ send(two.delivers) }, { send(two.sendsMeanwhile) })
    }
  }
}
