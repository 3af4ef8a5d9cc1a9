import Rx

extension ModelledOperator {
  /// All operators of pipelines.
  static let all: [ModelledOperator] = basic + traits

  /// The operators that have their own model.
  static let basic: [ModelledOperator] = makers + ofElements + ofEnds + joining + nesting + inTime + sharing

  /// Sequences without inputs.
  static let makers: [ModelledOperator] = [
    ModelledOperator(
      "just", inputs: 0, numbers: [0...9], source: { "Observable.just(\($0.numbers[0]))" },
      engine: { .just($0.numbers[0]) },
      model: { made in
        Behaviour([
          Timed(moment: made.start.then(0), event: .next(made.numbers[0])),
          Timed(moment: made.start.then(1), event: .completed),
        ])
      }),
    ModelledOperator(
      "empty", inputs: 0, source: { _ in "Observable<Int>.empty()" }, engine: { _ in .empty() },
      model: { Behaviour([Timed(moment: $0.start, event: .completed)]) }),
    ModelledOperator(
      "error", inputs: 0, source: { _ in "Observable<Int>.error(TestError.second)" },
      engine: { _ in .error(TestError.second) },
      model: { Behaviour([Timed(moment: $0.start, event: .error(TestError.second))]) }),
    ModelledOperator(
      "never", inputs: 0, source: { _ in "Observable<Int>.never()" }, engine: { _ in .never() },
      model: { _ in Behaviour([]) }),
    ModelledOperator(
      "of", inputs: 0, numbers: [0...9, 0...9], source: { "Observable.of(\($0.numbers[0]), \($0.numbers[1]))" },
      engine: { .of($0.numbers[0], $0.numbers[1]) }, model: { $0.turns($0.numbers) }),
    ModelledOperator(
      "range", inputs: 0, numbers: [0...3],
      source: { "Observable.range(start: 1, count: \($0.numbers[0]))" },
      engine: { .range(start: 1, count: $0.numbers[0]) }, model: { $0.turns(Array(1..<($0.numbers[0] + 1))) }),
    ModelledOperator(
      "generate", inputs: 0, numbers: [0...3],
      source: { "Observable.generate(initialState: 0, condition: { $0 < \($0.numbers[0]) }, iterate: { $0 + 1 })" },
      engine: { given in
        .generate(initialState: 0, condition: { $0 < given.numbers[0] }, iterate: { $0 + 1 })
      }, model: { $0.turns(Array(0..<$0.numbers[0])) }),
    ModelledOperator(
      "repeatElement", inputs: 0, numbers: [1...3],
      source: { "Observable.repeatElement(7).take(\($0.numbers[0]))" },
      engine: { Observable.repeatElement(7).take($0.numbers[0]) },
      model: { $0.turns(Array(repeating: 7, count: $0.numbers[0]), endsWithLast: true) }),
  ]

  /// The operators that handle one element after another.
  static let ofElements: [ModelledOperator] = [
    ModelledOperator(
      "map", numbers: [0...5], source: { "\($0[0]).map { $0 + \($0.numbers[0]) }" },
      engine: { given in given[0].map { $0 + given.numbers[0] } },
      model: { made in made.eachElement { [.next($0 + made.numbers[0])] } }),
    ModelledOperator(
      "map that throws", numbers: [0...9],
      source: { "\($0[0]).map { if $0 == \($0.numbers[0]) { throw TestError.second } else { return $0 } }" },
      engine: { given in
        given[0].map { if $0 == given.numbers[0] { throw TestError.second } else { return $0 } }
      },
      model: { made in
        made.eachElement { [$0 == made.numbers[0] ? .error(TestError.second) : .next($0)] }
      }),
    ModelledOperator(
      "compactMap", numbers: [2...3], source: { "\($0[0]).compactMap { $0 % \($0.numbers[0]) == 0 ? $0 * 2 : nil }" },
      engine: { given in given[0].compactMap { $0 % given.numbers[0] == 0 ? $0 * 2 : nil } },
      model: { made in made.eachElement { $0 % made.numbers[0] == 0 ? [.next($0 * 2)] : [] } }),
    ModelledOperator(
      "filter", numbers: [2...3], source: { "\($0[0]).filter { $0 % \($0.numbers[0]) != 0 }" },
      engine: { given in given[0].filter { $0 % given.numbers[0] != 0 } },
      model: { made in made.eachElement { $0 % made.numbers[0] != 0 ? [.next($0)] : [] } }),
    ModelledOperator(
      "scan", source: { "\($0[0]).scan(0) { $0 + $1 }" }, engine: { $0[0].scan(0) { $0 + $1 } },
      model: { made in
        var sum = 0
        return made.eachElement {
          sum += $0
          return [.next(sum)]
        }
      }),
    ModelledOperator(
      "scan(into:)", source: { "\($0[0]).scan(into: 1) { $0 += $1 }" }, engine: { $0[0].scan(into: 1) { $0 += $1 } },
      model: { made in
        var sum = 1
        return made.eachElement {
          sum += $0
          return [.next(sum)]
        }
      }),
    ModelledOperator(
      "distinctUntilChanged", source: { "\($0[0]).distinctUntilChanged()" },
      engine: { $0[0].distinctUntilChanged() },
      model: { made in
        var last: Int?
        return made.eachElement { element in
          defer { last = element }
          return element == last ? [] : [.next(element)]
        }
      }),
    ModelledOperator(
      "distinctUntilChanged by key", source: { "\($0[0]).distinctUntilChanged { $0 / 3 }" },
      engine: { $0[0].distinctUntilChanged { $0 / 3 } },
      model: { made in
        var last: Int?
        return made.eachElement { element in
          defer { last = element / 3 }
          return element / 3 == last ? [] : [.next(element)]
        }
      }),
    ModelledOperator(
      "enumerated", source: { "\($0[0]).enumerated().map { $0.index * 10 + $0.element }" },
      engine: { $0[0].enumerated().map { $0.index * 10 + $0.element } },
      model: { made in
        var index = -1
        return made.eachElement {
          index += 1
          return [.next(index * 10 + $0)]
        }
      }),
    ModelledOperator(
      "skip", numbers: [0...3], source: { "\($0[0]).skip(\($0.numbers[0]))" },
      engine: { $0[0].skip($0.numbers[0]) },
      model: { made in
        var count = 0
        return made.eachElement {
          count += 1
          return count > made.numbers[0] ? [.next($0)] : []
        }
      }),
    ModelledOperator(
      "skip(while:)", numbers: [1...6], source: { "\($0[0]).skip(while: { $0 < \($0.numbers[0]) })" },
      engine: { given in given[0].skip(while: { $0 < given.numbers[0] }) },
      model: { made in
        var isOpen = false
        return made.eachElement {
          isOpen = isOpen || $0 >= made.numbers[0]
          return isOpen ? [.next($0)] : []
        }
      }),
    ModelledOperator(
      "do", source: { "\($0[0]).do(onNext: { _ in })" }, engine: { $0[0].do(onNext: { _ in }) },
      model: { $0.each { [$0] } }),
    ModelledOperator(
      "do that throws", numbers: [0...9],
      source: { "\($0[0]).do(onNext: { if $0 == \($0.numbers[0]) { throw TestError.second } })" },
      engine: { given in given[0].do(onNext: { if $0 == given.numbers[0] { throw TestError.second } }) },
      model: { made in
        made.eachElement { [$0 == made.numbers[0] ? .error(TestError.second) : .next($0)] }
      }),
    ModelledOperator(
      "materialize", source: { "\($0[0]).materialize().dematerialize()" },
      engine: { $0[0].materialize().dematerialize() }, model: { $0.each { [$0] } }),
    ModelledOperator(
      "materialize as a number", source: { "\($0[0]).materialize().map { $0.element ?? 100 }" },
      engine: { $0[0].materialize().map { $0.element ?? 100 } },
      model: { made in
        made.each { event in
          let number: Event<Int> = .next(event.element ?? 100)
          return event.isStopEvent ? [number, .completed] : [number]
        }
      }),
  ]

  /// The operators that decide when the sequence ends, or which events come at its end.
  static let ofEnds: [ModelledOperator] = [
    ModelledOperator(
      "take", numbers: [1...4], source: { "\($0[0]).take(\($0.numbers[0]))" }, engine: { $0[0].take($0.numbers[0]) },
      model: { made in
        var count = 0
        return made.eachElement {
          count += 1
          return count == made.numbers[0] ? [.next($0), .completed] : [.next($0)]
        }
      }),
    ModelledOperator(
      "take none", source: { "\($0[0]).take(0)" }, engine: { $0[0].take(0) },
      model: { Behaviour([Timed(moment: $0.start, event: .completed)]) }),
    ModelledOperator(
      "take(while:)", numbers: [1...9], source: { "\($0[0]).take(while: { $0 < \($0.numbers[0]) })" },
      engine: { given in given[0].take(while: { $0 < given.numbers[0] }) },
      model: { made in made.eachElement { [$0 < made.numbers[0] ? .next($0) : .completed] } }),
    ModelledOperator(
      "take(until: predicate)", numbers: [0...9],
      source: { "\($0[0]).take(until: { $0 == \($0.numbers[0]) }, behavior: .inclusive)" },
      engine: { given in given[0].take(until: { $0 == given.numbers[0] }, behavior: .inclusive) },
      model: { made in
        made.eachElement { $0 == made.numbers[0] ? [.next($0), .completed] : [.next($0)] }
      }),
    ModelledOperator(
      "takeLast", numbers: [0...3], source: { "\($0[0]).takeLast(\($0.numbers[0]))" },
      engine: { $0[0].takeLast($0.numbers[0]) },
      model: { made in
        var last: [Int] = []
        return made.each { event in
          switch event {
          case .next(let element):
            last = (last + [element]).suffix(made.numbers[0])
            return []
          case .error: return [event]
          case .completed: return last.map { .next($0) } + [.completed]
          }
        }
      }),
    ModelledOperator(
      "reduce", source: { "\($0[0]).reduce(0) { $0 + $1 }" }, engine: { $0[0].reduce(0) { $0 + $1 } },
      model: { $0.atEnd { [.next($0.reduce(0, +)), .completed] } }),
    ModelledOperator(
      "toArray", source: { "\($0[0]).toArray().asObservable().map { $0.count }" },
      engine: { $0[0].toArray().asObservable().map { $0.count } },
      model: { $0.atEnd { [.next($0.count), .completed] } }),
    ModelledOperator(
      "ignoreElements", source: { "\($0[0]).ignoreElements().map { _ -> Int in }" },
      engine: { $0[0].ignoreElements().map { _ -> Int in } }, model: { $0.atEnd { _ in [.completed] } }),
    ModelledOperator(
      "ifEmpty(default:)", source: { "\($0[0]).ifEmpty(default: 5)" }, engine: { $0[0].ifEmpty(default: 5) },
      model: { made in
        var isEmpty = true
        return made.each { event in
          if case .next = event { isEmpty = false }
          return event.isCompleted && isEmpty ? [.next(5), .completed] : [event]
        }
      }),
    ModelledOperator(
      "element(at:)", numbers: [0...3], source: { "\($0[0]).element(at: \($0.numbers[0]))" },
      engine: { $0[0].element(at: $0.numbers[0]) },
      model: { made in
        var count = 0
        return made.each { event in
          guard case .next = event else { return [event.isCompleted ? .error(RxError.argumentOutOfRange) : event] }
          count += 1
          return count > made.numbers[0] ? [event, .completed] : []
        }
      }),
    ModelledOperator(
      "single", source: { "\($0[0]).single()" }, engine: { $0[0].single() }, model: { $0.single { _ in true } }),
    ModelledOperator(
      "single of some", numbers: [1...6], source: { "\($0[0]).single { $0 > \($0.numbers[0]) }" },
      engine: { given in given[0].single { $0 > given.numbers[0] } },
      model: { made in made.single { $0 > made.numbers[0] } }),
    ModelledOperator(
      "first", source: { "\($0[0]).first().asObservable().map { $0 ?? 11 }" },
      engine: { $0[0].first().asObservable().map { $0 ?? 11 } },
      model: { made in
        made.each { event in
          switch event {
          case .next: [event, .completed]
          case .error: [event]
          case .completed: [.next(11), .completed]
          }
        }
      }),
    ModelledOperator(
      "asSingle", source: { "\($0[0]).asSingle().asObservable()" }, engine: { $0[0].asSingle().asObservable() },
      model: { $0.atMostOne(orElse: [.error(RxError.noElements)]) }),
    ModelledOperator(
      "asMaybe", source: { "\($0[0]).asMaybe().asObservable()" }, engine: { $0[0].asMaybe().asObservable() },
      model: { $0.atMostOne(orElse: [.completed]) }),
    ModelledOperator(
      "catchAndReturn", source: { "\($0[0]).catchAndReturn(6)" }, engine: { $0[0].catchAndReturn(6) },
      model: { made in made.each { event in event.error == nil ? [event] : [.next(6), .completed] } }),
  ]
}

extension ModelInputs {
  /// Elements that the current thread's trampoline sends, one in each turn.
  fileprivate func turns(_ elements: [Int], endsWithLast: Bool = false) -> Behaviour {
    var output = Output()
    var turn = start.turn
    for (index, element) in elements.enumerated() {
      let isLast = endsWithLast && index == elements.count - 1
      output.send(isLast ? [.next(element), .completed] : [.next(element)], at: turn.first)
      turn = turn.afterwards.turn
    }
    output.send(.completed, at: turn)
    return Behaviour(output.events)
  }

  /// The element that is sent for all elements when the input completes.
  fileprivate func atEnd(_ result: ([Int]) -> [Event<Int>]) -> Behaviour {
    var elements: [Int] = []
    return each { event in
      switch event {
      case .next(let element):
        elements.append(element)
        return []
      case .error: return [event]
      case .completed: return result(elements)
      }
    }
  }

  /// The only element that satisfies a predicate, sent as soon as it comes.
  fileprivate func single(_ predicate: (Int) -> Bool) -> Behaviour {
    var count = 0
    return each { event in
      switch event {
      case .next(let element):
        guard predicate(element) else { return [] }
        count += 1
        return [count == 1 ? event : .error(RxError.moreThanOneElement)]
      case .error: return [event]
      case .completed: return [count == 0 ? .error(RxError.noElements) : .completed]
      }
    }
  }

  /// The only element, sent when the input completes.
  fileprivate func atMostOne(orElse nothing: [Event<Int>]) -> Behaviour {
    var only: Int?
    return each { event in
      switch event {
      case .next(let element):
        guard only == nil else { return [.error(RxError.moreThanOneElement)] }
        only = element
        return []
      case .error: return [event]
      case .completed: return only.map { [.next($0), .completed] } ?? nothing
      }
    }
  }
}
