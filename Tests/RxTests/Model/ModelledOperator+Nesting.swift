import Rx

extension ModelledOperator {
  /// The operators that subscribe to a sequence for each element.
  static let nesting: [ModelledOperator] = [
    ModelledOperator(
      "flatMap", inputs: 3, source: { "\($0[0]).flatMap \($0.choice)" },
      engine: { given in given[0].flatMap { given.chosen(by: $0) } }, model: { $0.nested(atOnce: .max) }),
    ModelledOperator(
      "merge()", inputs: 2, source: { "\($0[0]).map \($0.choice).merge()" },
      engine: { given in given[0].map { given.chosen(by: $0) }.merge() }, model: { $0.nested(atOnce: .max) }),
    ModelledOperator(
      "merge(maxConcurrent:)", inputs: 2, numbers: [1...3],
      source: { "\($0[0]).map \($0.choice).merge(maxConcurrent: \($0.numbers[0]))" },
      engine: { given in given[0].map { given.chosen(by: $0) }.merge(maxConcurrent: given.numbers[0]) },
      model: { $0.nested(atOnce: $0.numbers[0]) }),
    ModelledOperator(
      "concatMap", inputs: 3, source: { "\($0[0]).concatMap \($0.choice)" },
      engine: { given in given[0].concatMap { given.chosen(by: $0) } }, model: { $0.nested(atOnce: 1) }),
    ModelledOperator(
      "concat()", inputs: 2, source: { "\($0[0]).map \($0.choice).concat()" },
      engine: { given in given[0].map { given.chosen(by: $0) }.concat() }, model: { $0.nested(atOnce: 1) }),
    ModelledOperator(
      "flatMapFirst", inputs: 3, source: { "\($0[0]).flatMapFirst \($0.choice)" },
      engine: { given in given[0].flatMapFirst { given.chosen(by: $0) } },
      model: { $0.nested(atOnce: 1, whenFull: .ignore) }),
    ModelledOperator(
      "flatMapLatest", inputs: 3, source: { "\($0[0]).flatMapLatest \($0.choice)" },
      engine: { given in given[0].flatMapLatest { given.chosen(by: $0) } },
      model: { $0.nested(atOnce: 1, whenFull: .replace) }),
    ModelledOperator(
      "switchLatest", inputs: 2, source: { "\($0[0]).map \($0.choice).switchLatest()" },
      engine: { given in given[0].map { given.chosen(by: $0) }.switchLatest() },
      model: { $0.nested(atOnce: 1, whenFull: .replace) }),
    ModelledOperator(
      "groupBy", source: { "\($0[0]).groupBy { $0 % 2 }.flatMap { group in group.map { $0 * 10 + group.key } }" },
      engine: { $0[0].groupBy { $0 % 2 }.flatMap { group in group.map { $0 * 10 + group.key } } },
      model: { $0.eachElement { [.next($0 * 10 + $0 % 2)] } }),
    ModelledOperator(
      "groupBy, one of each", source: { "\($0[0]).groupBy { $0 % 3 }.flatMap { $0.take(1) }" },
      engine: { $0[0].groupBy { $0 % 3 }.flatMap { $0.take(1) } },
      model: { made in
        var keys: Set<Int> = []
        return made.eachElement { keys.insert($0 % 3).inserted ? [.next($0)] : [] }
      }),
    ModelledOperator(
      "deferred", source: { "Observable.deferred { \($0[0]) }" }, engine: { given in .deferred { given[0] } },
      model: { $0.each { [$0] } }),
    ModelledOperator(
      "using", source: { "Observable.using({ BooleanDisposable() }, observableFactory: { _ in \($0[0]) })" },
      engine: { given in .using({ BooleanDisposable() }, observableFactory: { _ in given[0] }) },
      model: { $0.each { [$0] } }),
  ]
}

extension ModelInputs {
  /// The treatment of an element that comes while the maximum number of sequences is active.
  fileprivate enum Surplus {
    case wait
    case ignore
    case replace
  }

  fileprivate func nested(atOnce limit: Int, whenFull surplus: Surplus = .wait) -> Behaviour {
    var player = Player()
    var output = Output()
    var active: [Int] = []
    var waiting: [Int] = []
    var isOuterDone = false
    player.add(behaviour(0, start.then(0)), since: start.then(0))
    func begin(_ element: Int, at moment: Moment) {
      let since = moment.then(0)
      active.append(player.add(chosen(by: element, at: since), since: since))
    }
    while !output.hasEnded, let (id, timed) = player.next() {
      let moment = timed.moment
      switch (timed.event, id) {
      case (.error, _): output.send(timed.event, at: moment)
      case (.next(let element), 0) where active.count < limit: begin(element, at: moment)
      case (.next(let element), 0) where surplus == .wait: waiting.append(element)
      case (.next(let element), 0) where surplus == .replace:
        player.remove(active.removeFirst(), at: moment)
        begin(element, at: moment)
      case (.next, 0): break
      case (.next, _): output.send(timed.event, at: moment)
      case (.completed, 0): isOuterDone = true
      case (.completed, _):
        active.removeAll { $0 == id }
        if !waiting.isEmpty { begin(waiting.removeFirst(), at: moment) }
      }
      if isOuterDone && active.isEmpty { output.send(.completed, at: moment) }
    }
    return Behaviour(output.events, holding: player.held)
  }
}
