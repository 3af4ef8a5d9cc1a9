import Rx

extension ModelledOperator {
  /// The operators that take several sequences.
  static let joining: [ModelledOperator] = [
    ModelledOperator(
      "merge", inputs: 2, source: { "Observable.merge(\($0[0]), \($0[1]))" }, engine: { .merge($0[0], $0[1]) },
      model: { made in
        var ended = 0
        return made.joined { _, event in
          guard event.isCompleted else { return [event] }
          ended += 1
          return ended == 2 ? [event] : []
        }
      }),
    ModelledOperator(
      "concat", inputs: 2, source: { "\($0[0]).concat(\($0[1]))" }, engine: { $0[0].concat($0[1]) },
      model: { $0.succession { event, current in event.isCompleted && current == 0 ? 1 : nil } }),
    ModelledOperator(
      "concat of three", inputs: 3, source: { "Observable.concat(\($0[0]), \($0[1]), \($0[2]))" },
      engine: { .concat($0[0], $0[1], $0[2]) },
      model: { $0.succession { event, current in event.isCompleted && current < 2 ? current + 1 : nil } }),
    ModelledOperator(
      "catch", inputs: 2, source: { "\($0[0]).catch { _ in \($0[1]) }" },
      engine: { given in given[0].catch { _ in given[1] } },
      model: { $0.succession { event, current in event.error != nil && current == 0 ? 1 : nil } }),
    ModelledOperator(
      "catch(sequence:)", inputs: 2, source: { "Observable.catch(sequence: [\($0[0]), \($0[1])])" },
      engine: { .catch(sequence: [$0[0], $0[1]]) },
      model: { $0.succession { event, current in event.error != nil && current == 0 ? 1 : nil } }),
    ModelledOperator(
      "ifEmpty(switchTo:)", inputs: 2, source: { "\($0[0]).ifEmpty(switchTo: \($0[1]))" },
      engine: { $0[0].ifEmpty(switchTo: $0[1]) },
      model: { made in
        var isEmpty = true
        return made.succession { event, current in
          if case .next = event { isEmpty = false }
          return event.isCompleted && isEmpty && current == 0 ? 1 : nil
        }
      }),
    ModelledOperator(
      "retry", numbers: [1...3], source: { "\($0[0]).retry(\($0.numbers[0]))" },
      engine: { $0[0].retry($0.numbers[0]) },
      model: { made in
        var attempts = 1
        return made.succession { event, _ in
          guard event.error != nil, attempts < made.numbers[0] else { return nil }
          attempts += 1
          return 0
        }
      }),
    ModelledOperator(
      "amb", inputs: 2, source: { "\($0[0]).amb(\($0[1]))" }, engine: { $0[0].amb($0[1]) }, model: { $0.firstToSend() }),
    ModelledOperator(
      "zip", inputs: 2, source: { "Observable.zip(\($0[0]), \($0[1])) { $0 * 10 + $1 }" },
      engine: { Observable.zip($0[0], $0[1]) { $0 * 10 + $1 } },
      model: { $0.zipped(endsAlone: false) { $0[0] * 10 + $0[1] } }),
    ModelledOperator(
      "zip of three", inputs: 3, source: { "Observable.zip(\($0[0]), \($0[1]), \($0[2])) { $0 + $1 + $2 }" },
      engine: { Observable.zip($0[0], $0[1], $0[2]) { $0 + $1 + $2 } },
      model: { $0.zipped(endsAlone: false) { $0.reduce(0, +) } }),
    ModelledOperator(
      "zip of a collection", inputs: 2,
      source: { "Observable.zip([\($0[0]), \($0[1])]) { $0.reduce(0, +) }" },
      engine: { Observable.zip([$0[0], $0[1]]) { $0.reduce(0, +) } },
      model: { $0.zipped(endsAlone: true) { $0.reduce(0, +) } }),
    ModelledOperator(
      "combineLatest", inputs: 2, source: { "Observable.combineLatest(\($0[0]), \($0[1])) { $0 * 10 + $1 }" },
      engine: { Observable.combineLatest($0[0], $0[1]) { $0 * 10 + $1 } },
      model: { $0.latest { $0[0] * 10 + $0[1] } }),
    ModelledOperator(
      "combineLatest of three", inputs: 3,
      source: { "Observable.combineLatest(\($0[0]), \($0[1]), \($0[2])) { $0 + $1 + $2 }" },
      engine: { Observable.combineLatest($0[0], $0[1], $0[2]) { $0 + $1 + $2 } },
      model: { $0.latest { $0.reduce(0, +) } }),
    ModelledOperator(
      "combineLatest of a collection", inputs: 2,
      source: { "Observable.combineLatest([\($0[0]), \($0[1])]) { $0.reduce(0, +) }" },
      engine: { Observable.combineLatest([$0[0], $0[1]]) { $0.reduce(0, +) } },
      model: { $0.latest { $0.reduce(0, +) } }),
    ModelledOperator(
      "withLatestFrom", inputs: 2, source: { "\($0[0]).withLatestFrom(\($0[1])) { $0 * 10 + $1 }" },
      engine: { $0[0].withLatestFrom($0[1]) { $0 * 10 + $1 } },
      model: { made in
        var latest: Int?
        return made.joined(order: [1, 0]) { input, event in
          switch (event, input) {
          case (.next(let element), 0): return latest.map { [.next(element * 10 + $0)] } ?? []
          case (.next(let element), _):
            latest = element
            return []
          case (.completed, 1): return []
          default: return [event]
          }
        }
      }),
    ModelledOperator(
      "sample", inputs: 2, source: { "\($0[0]).sample(\($0[1]))" }, engine: { $0[0].sample($0[1]) },
      model: { $0.sampled(orElse: nil) }),
    ModelledOperator(
      "sample with a default", inputs: 2, source: { "\($0[0]).sample(\($0[1]), defaultValue: 8)" },
      engine: { $0[0].sample($0[1], defaultValue: 8) }, model: { $0.sampled(orElse: 8) }),
    ModelledOperator(
      "take(until:)", inputs: 2, source: { "\($0[0]).take(until: \($0[1]))" }, engine: { $0[0].take(until: $0[1]) },
      model: { made in
        made.joined(order: [1, 0]) { input, event in
          switch (event, input) {
          case (.next, 1): [.completed]
          case (.completed, 1): []
          default: [event]
          }
        }
      }),
    ModelledOperator(
      "skip(until:)", inputs: 2, source: { "\($0[0]).skip(until: \($0[1]))" }, engine: { $0[0].skip(until: $0[1]) },
      model: { $0.afterOther() }),
    ModelledOperator(
      "startWith", numbers: [0...9], source: { "\($0[0]).startWith(\($0.numbers[0]), 2)" },
      engine: { $0[0].startWith($0.numbers[0], 2) },
      model: { made in
        var output = Output()
        output.send([.next(made.numbers[0]), .next(2)], at: made.start)
        let since = made.start.then(2)
        let input = made.behaviour(0, since)
        for timed in input.events { output.send(timed.event, at: timed.moment) }
        // The input is subscribed to with the observer itself: no sink disposes it.
        return Behaviour(output.events) { disposal in since < disposal ? input.uses(disposal) : [] }
      }),
  ]
}

extension ModelInputs {
  /// Subscribes to all inputs, and sends the result of `step` for each of their events.
  /// - Parameter order: the order of the subscriptions.
  func joined(order: [Int]? = nil, _ step: (_ input: Int, Event<Int>) -> [Event<Int>]) -> Behaviour {
    let order = order ?? Array(0..<count)
    var player = Player()
    for (place, input) in order.enumerated() {
      player.add(behaviour(input, start.then(place)), since: start.then(place))
    }
    var output = Output()
    while !output.hasEnded, let (id, timed) = player.next() {
      output.send(step(order[id], timed.event), at: timed.moment)
    }
    return Behaviour(output.events, holding: player.held)
  }

  /// Subscribes to the first input, and replaces some events by subscriptions to other inputs.
  /// - Parameter next: the next input, for an event of the current one; nil to forward the event.
  func succession(_ next: (Event<Int>, _ current: Int) -> Int?) -> Behaviour {
    var player = Player()
    var output = Output()
    var current = 0
    player.add(behaviour(0, start.then(0)), since: start.then(0))
    while !output.hasEnded, let (_, timed) = player.next() {
      guard let following = next(timed.event, current) else {
        output.send(timed.event, at: timed.moment)
        continue
      }
      current = following
      player.add(behaviour(following, timed.moment.then(0)), since: timed.moment.then(0))
    }
    return Behaviour(output.events, holding: player.held)
  }

  /// The input that sends first.
  fileprivate func firstToSend() -> Behaviour {
    var player = Player()
    for input in 0...1 { player.add(behaviour(input, start.then(input)), since: start.then(input)) }
    var output = Output()
    var winner: Int?
    while !output.hasEnded, let (id, timed) = player.next() {
      if winner == nil { player.remove(1 - id, at: timed.moment) }
      winner = id
      output.send(timed.event, at: timed.moment)
    }
    return Behaviour(output.events, holding: player.held)
  }

  /// - Parameter endsAlone: whether it completes when an input's element cannot be combined any more.
  fileprivate func zipped(endsAlone: Bool, _ combine: ([Int]) -> Int) -> Behaviour {
    var waiting = [[Int]](repeating: [], count: count)
    var ended: Set<Int> = []
    return joined { input, event in
      switch event {
      case .error: return [event]
      case .completed:
        ended.insert(input)
        return ended.count == count ? [.completed] : []
      case .next(let element):
        waiting[input].append(element)
        if waiting.allSatisfy({ !$0.isEmpty }) {
          let first = waiting.map { $0[0] }
          for index in waiting.indices { waiting[index].removeFirst() }
          return [.next(combine(first))]
        }
        return endsAlone && ended.count == count - 1 ? [.completed] : []
      }
    }
  }

  fileprivate func latest(_ combine: ([Int]) -> Int) -> Behaviour {
    var latest = [Int?](repeating: nil, count: count)
    var ended: Set<Int> = []
    return joined { input, event in
      switch event {
      case .error: return [event]
      case .completed:
        ended.insert(input)
        return ended.count == count ? [.completed] : []
      case .next(let element):
        latest[input] = element
        let known = latest.compactMap { $0 }
        if known.count == count { return [.next(combine(known))] }
        return ended.count == count - 1 ? [.completed] : []
      }
    }
  }

  /// The sampler's completion is a tick like its elements, and its subscription stays.
  fileprivate func sampled(orElse nothing: Int?) -> Behaviour {
    var player = Player()
    player.add(behaviour(0, start.then(0)), since: start.then(0))
    player.add(behaviour(1, start.then(1)), since: start.then(1))
    var output = Output()
    var latest: Int?
    var isAtEnd = false
    while !output.hasEnded, let (id, timed) = player.next() {
      switch (timed.event, id) {
      case (.error, _): output.send(timed.event, at: timed.moment)
      case (.next(let element), 0): latest = element
      case (.completed, 0): isAtEnd = true
      default:
        let sent = (latest ?? nothing).map { [Event.next($0)] } ?? []
        latest = nil
        output.send(sent + (isAtEnd ? [.completed] : []), at: timed.moment)
      }
    }
    return Behaviour(output.events, holding: player.held)
  }

  /// The elements of the first input after the other one's first element.
  fileprivate func afterOther() -> Behaviour {
    var player = Player()
    for input in 0...1 { player.add(behaviour(input, start.then(input)), since: start.then(input)) }
    var output = Output()
    var isOpen = false
    while !output.hasEnded, let (id, timed) = player.next() {
      switch (timed.event, id) {
      case (.next, 1):
        isOpen = true
        player.remove(1, at: timed.moment)
      case (.completed, 1): break
      case (.next, _) where !isOpen: break
      case (.completed, _) where !isOpen:
        // Nothing can come any more, but no terminal event is sent.
        for input in 0...1 { player.remove(input, at: timed.moment) }
      default: output.send(timed.event, at: timed.moment)
      }
    }
    return Behaviour(output.events, holding: player.held)
  }
}
