import Rx

extension ModelledOperator {
  /// The operators that need a scheduler.
  static let inTime: [ModelledOperator] = [
    ModelledOperator(
      "timer", inputs: 0, numbers: [1...40],
      source: { "Observable<Int>.timer(.seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { .timer($0.ticks(0), scheduler: $0.time) },
      model: { made in
        var output = Output()
        output.send([.next(0), .completed], at: made.start.after(made.numbers[0]))
        return Behaviour(output.events)
      }),
    ModelledOperator(
      "interval", inputs: 0, numbers: [5...30, 1...4],
      source: {
        "Observable<Int>.interval(.seconds(\($0.numbers[0])), scheduler: time).take(\($0.numbers[1]))"
      },
      engine: { Observable.interval($0.ticks(0), scheduler: $0.time).take($0.numbers[1]) },
      model: { made in
        var output = Output()
        var moment = made.start
        for index in 0..<made.numbers[1] {
          moment = moment.after(made.numbers[0], isExact: false)
          output.send(index == made.numbers[1] - 1 ? [.next(index), .completed] : [.next(index)], at: moment)
        }
        return Behaviour(output.events)
      }),
    ModelledOperator(
      "delay", numbers: [1...30], source: { "\($0[0]).delay(.seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { $0[0].delay($0.ticks(0), scheduler: $0.time) },
      model: { $0.deliveredLater(by: $0.numbers[0], evenErrors: false) }),
    ModelledOperator(
      "observe(on:)", source: { "\($0[0]).observe(on: time)" }, engine: { $0[0].observe(on: $0.time) },
      model: { $0.deliveredLater(by: 1, evenErrors: true) }),
    ModelledOperator(
      "delaySubscription", numbers: [1...30],
      source: { "\($0[0]).delaySubscription(.seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { $0[0].delaySubscription($0.ticks(0), scheduler: $0.time) },
      model: { made in
        let since = made.start.after(made.numbers[0])
        let input = made.behaviour(0, since)
        return Behaviour(input.events, holding: [Held(behaviour: input, since: since)])
      }),
    ModelledOperator(
      "subscribe(on:)", source: { "\($0[0]).subscribe(on: time)" }, engine: { $0[0].subscribe(on: $0.time) },
      model: { made in
        let since = made.start.after(1)
        let input = made.behaviour(0, since)
        // Disposal is scheduled as well.
        return Behaviour(input.events) { disposal in
          let last = earliest(disposal, input.end)
          return since < last ? input.uses(last.after(1)) : []
        }
      }),
    ModelledOperator(
      "debounce", numbers: [1...20], source: { "\($0[0]).debounce(.seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { $0[0].debounce($0.ticks(0), scheduler: $0.time) }, model: { $0.debounced() }),
    ModelledOperator(
      "throttle", numbers: [1...20], source: { "\($0[0]).throttle(.seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { $0[0].throttle($0.ticks(0), scheduler: $0.time) }, model: { $0.throttled(latest: true) }),
    ModelledOperator(
      "throttle without the latest", numbers: [1...20],
      source: { "\($0[0]).throttle(.seconds(\($0.numbers[0])), latest: false, scheduler: time)" },
      engine: { $0[0].throttle($0.ticks(0), latest: false, scheduler: $0.time) },
      model: { $0.throttled(latest: false) }),
    ModelledOperator(
      "timeout", numbers: [5...40], source: { "\($0[0]).timeout(.seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { $0[0].timeout($0.ticks(0), scheduler: $0.time) }, model: { $0.timedOut(hasOther: false) }),
    ModelledOperator(
      "timeout(other:)", inputs: 2, numbers: [5...40],
      source: { "\($0[0]).timeout(.seconds(\($0.numbers[0])), other: \($0[1]), scheduler: time)" },
      engine: { $0[0].timeout($0.ticks(0), other: $0[1], scheduler: $0.time) },
      model: { $0.timedOut(hasOther: true) }),
    ModelledOperator(
      "take(for:)", numbers: [1...60], source: { "\($0[0]).take(for: .seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { $0[0].take(for: $0.ticks(0), scheduler: $0.time) },
      model: { $0.parted(passesFirst: true) }),
    ModelledOperator(
      "skip for a time", numbers: [1...60], source: { "\($0[0]).skip(.seconds(\($0.numbers[0])), scheduler: time)" },
      engine: { $0[0].skip($0.ticks(0), scheduler: $0.time) },
      model: { $0.parted(passesFirst: false) }),
    ModelledOperator(
      "buffer", numbers: [5...30, 1...3],
      source: {
        "\($0[0]).buffer(timeSpan: .seconds(\($0.numbers[0])), count: \($0.numbers[1]), scheduler: time)"
          + ".map { $0.reduce(50, +) }"
      },
      engine: { given in
        given[0].buffer(timeSpan: given.ticks(0), count: given.numbers[1], scheduler: given.time)
          .map { $0.reduce(50, +) }
      }, model: { $0.gathered() }),
    ModelledOperator(
      "window", numbers: [5...30, 1...3],
      source: {
        "\($0[0]).window(timeSpan: .seconds(\($0.numbers[0])), count: \($0.numbers[1]), scheduler: time)"
          + ".flatMap { $0.reduce(50, accumulator: +) }"
      },
      engine: { given in
        given[0].window(timeSpan: given.ticks(0), count: given.numbers[1], scheduler: given.time)
          .flatMap { $0.reduce(50, accumulator: +) }
      }, model: { $0.gathered() }),
    ModelledOperator(
      "retry(when:)", numbers: [0...2, 1...20],
      source: {
        "\($0[0]).delaySubscription(.seconds(1), scheduler: time)"
          + ".retry(when: { $0.enumerated().flatMap { index, error in\n"
          + "    index < \($0.numbers[0]) ? Observable<Int>.timer(.seconds(\($0.numbers[1])), scheduler: time)"
          + " : .error(error) } })"
      },
      engine: { given in
        given[0].delaySubscription(.seconds(1), scheduler: given.time)
          .retry(when: { (errors: Observable<any Error>) in
            errors.enumerated().flatMap { failure in
              failure.index < given.numbers[0]
                ? Observable<Int>.timer(given.ticks(1), scheduler: given.time) : .error(failure.element)
            }
          })
      }, model: { $0.retriedLater() }),
  ]
}

extension ModelInputs {
  /// Plays the only input together with timers.
  private struct Clockwork {
    var player = Player()
    var output = Output()
    private(set) var timer: Int?

    mutating func setTimer(_ moment: Moment) {
      cancelTimer(moment)
      timer = player.add(Behaviour([Timed(moment: moment, event: .completed)]), since: moment)
    }

    mutating func cancelTimer(_ moment: Moment) {
      if let timer { player.remove(timer, at: moment) }
      timer = nil
    }

    mutating func next() -> (isTimer: Bool, timed: Timed)? {
      guard !output.hasEnded, let (id, timed) = player.next() else { return nil }
      defer { if id == timer { timer = nil } }
      return (id == timer, timed)
    }

    var behaviour: Behaviour { Behaviour(output.events, holding: player.held) }
  }

  /// Events wait for their time, and each is delivered by its own action.
  fileprivate func deliveredLater(by ticks: Int, evenErrors: Bool) -> Behaviour {
    let input = input
    var output = Output()
    var last: Moment?
    for timed in input.events {
      if timed.event.error != nil && !evenErrors {
        return Behaviour(
          output.events.filter { $0.moment < timed.moment } + [timed], holding: [Held(behaviour: input, since: start)])
      }
      var delivery = timed.moment.after(ticks)
      if let busy = last, timed.moment < busy {
        let wait = max(1, evenErrors ? 1 : timed.moment.tick + ticks - busy.tick)
        delivery = busy.afterwards.after(wait)
      }
      last = delivery
      output.send(timed.event, at: delivery.first)
    }
    let held = Held(behaviour: input, since: start)
    return Behaviour(output.events, holding: [held])
  }

  fileprivate func debounced() -> Behaviour {
    var clockwork = Clockwork()
    clockwork.player.add(input, since: start)
    var waiting: Int?
    while let (isTimer, timed) = clockwork.next() {
      switch timed.event {
      case _ where isTimer:
        if let element = waiting { clockwork.output.send(.next(element), at: timed.moment) }
        waiting = nil
      case .next(let element):
        waiting = element
        clockwork.setTimer(timed.moment.after(numbers[0]))
      case .error: clockwork.output.send(timed.event, at: timed.moment)
      case .completed:
        clockwork.output.send((waiting.map { [.next($0)] } ?? []) + [.completed], at: timed.moment)
      }
    }
    return clockwork.behaviour
  }

  fileprivate func throttled(latest: Bool) -> Behaviour {
    var clockwork = Clockwork()
    clockwork.player.add(input, since: start)
    var (waiting, lastSent, isAtEnd): (Int?, Int?, Bool) = (nil, nil, false)
    while let (isTimer, timed) = clockwork.next() {
      let moment = timed.moment
      switch timed.event {
      case _ where isTimer:
        clockwork.output.send((waiting.map { [.next($0)] } ?? []) + (isAtEnd ? [.completed] : []), at: moment)
        (waiting, lastSent) = (nil, moment.tick)
      case .next(let element):
        let wait = lastSent.map { $0 + numbers[0] - moment.tick } ?? 0
        if wait <= 0 {
          clockwork.output.send(.next(element), at: moment)
          (waiting, lastSent) = (nil, moment.tick)
        } else if latest {
          if waiting == nil { clockwork.setTimer(moment.after(wait)) }
          waiting = element
        }
      case .completed where waiting != nil: isAtEnd = true
      default: clockwork.output.send(timed.event, at: moment)
      }
    }
    return clockwork.behaviour
  }

  fileprivate func timedOut(hasOther: Bool) -> Behaviour {
    var clockwork = Clockwork()
    clockwork.setTimer(start.then(0).after(numbers[0]))
    let source = clockwork.player.add(behaviour(0, start.then(1)), since: start.then(1))
    var isOver = false
    while let (isTimer, timed) = clockwork.next() {
      guard isTimer else {
        clockwork.output.send(timed.event, at: timed.moment.first)
        if !isOver { clockwork.setTimer(timed.moment.afterwards.after(numbers[0])) }
        continue
      }
      guard hasOther else {
        clockwork.output.send(.error(RxError.timeout), at: timed.moment)
        continue
      }
      isOver = true
      clockwork.player.remove(source, at: timed.moment)
      clockwork.player.add(behaviour(1, timed.moment.then(0)), since: timed.moment.then(0))
    }
    return clockwork.behaviour
  }

  /// The elements before or after a duration that begins with the subscription.
  fileprivate func parted(passesFirst: Bool) -> Behaviour {
    var clockwork = Clockwork()
    clockwork.setTimer(start.then(0).after(numbers[0]))
    clockwork.player.add(behaviour(0, start.then(1)), since: start.then(1))
    var isOver = false
    while let (isTimer, timed) = clockwork.next() {
      if isTimer {
        isOver = true
        if passesFirst { clockwork.output.send(.completed, at: timed.moment) }
      } else if passesFirst || isOver || timed.event.isStopEvent {
        clockwork.output.send(timed.event, at: timed.moment)
      }
    }
    return clockwork.behaviour
  }

  /// The sum of the elements in each time span, or of a full span's elements.
  fileprivate func gathered() -> Behaviour {
    var clockwork = Clockwork()
    var elements: [Int] = []
    clockwork.setTimer(start.then(0).after(numbers[0]))
    clockwork.player.add(behaviour(0, start.then(1)), since: start.then(1))
    while let (isTimer, timed) = clockwork.next(), timed.moment.tick <= 1_000 {
      if case .next(let element) = timed.event { elements.append(element) }
      if timed.event.error != nil { clockwork.output.send(timed.event, at: timed.moment) }
      let isEnd = timed.event.isCompleted && !isTimer
      guard isTimer || isEnd || elements.count == numbers[1] else { continue }
      let sum: Event<Int> = .next(elements.reduce(50, +))
      clockwork.output.send(isEnd ? [sum, .completed] : [sum], at: timed.moment.first)
      elements = []
      clockwork.setTimer(timed.moment.afterwards.after(numbers[0]))
    }
    return clockwork.behaviour
  }

  /// Each attempt begins a tick late: one that failed at once would do so during the previous timer's delivery.
  fileprivate func retriedLater() -> Behaviour {
    var clockwork = Clockwork()
    func attempt(at moment: Moment) { clockwork.player.add(behaviour(0, moment), since: moment) }
    attempt(at: start.then(0).after(1))
    var failures = 0
    while let (isTimer, timed) = clockwork.next() {
      if isTimer {
        attempt(at: timed.moment.then(0).after(1))
      } else if timed.event.error != nil && failures < numbers[0] {
        failures += 1
        clockwork.setTimer(timed.moment.after(numbers[1]))
      } else {
        clockwork.output.send(timed.event, at: timed.moment)
      }
    }
    return clockwork.behaviour
  }
}
