import Rx

extension ModelledOperator {
  /// The operators with which several observers share a subscription.
  static let sharing: [ModelledOperator] = [
    ModelledOperator(
      "share", source: { "Observable.deferred { \($0[0]).share() }" },
      engine: { given in .deferred { given[0].share() } },
      model: { $0.each { [$0] } }),
    ModelledOperator(
      "share(replay:)", source: { "Observable.deferred { \($0[0]).share(replay: 1) }" },
      engine: { given in .deferred { given[0].share(replay: 1) } },
      model: { $0.each { [$0] } }),
    ModelledOperator(
      "share forever", source: { "Observable.deferred { \($0[0]).share(replay: 2, scope: .forever) }" },
      engine: { given in .deferred { given[0].share(replay: 2, scope: .forever) } }, model: { $0.each { [$0] } }),
    ModelledOperator(
      "publish", source: { "Observable.deferred { \($0[0]).publish().refCount() }" },
      engine: { given in .deferred { given[0].publish().refCount() } },
      model: { $0.each { [$0] } }),
    ModelledOperator(
      "multicast with a selector",
      source: { "\($0[0]).multicast({ PublishSubject<Int>() }) { $0.map { $0 + 1 } }" },
      engine: { $0[0].multicast({ PublishSubject<Int>() }) { $0.map { $0 + 1 } } },
      model: { $0.eachElement { [.next($0 + 1)] } }),
    ModelledOperator(
      "share by two", source: { "\($0[0]).shared { $0.share() }" },
      engine: { $0[0].shared { $0.share() } }, model: { $0.shared(replay: 0) }),
    ModelledOperator(
      "share by two, with the latest", source: { "\($0[0]).shared { $0.share(replay: 1) }" },
      engine: { $0[0].shared { $0.share(replay: 1) } }, model: { $0.shared(replay: 1) }),
    ModelledOperator(
      "publish for two", source: { "\($0[0]).shared { $0.publish().refCount() }" },
      engine: { $0[0].shared { $0.publish().refCount() } }, model: { $0.shared(replay: 0) }),
    ModelledOperator(
      "replay for two", source: { "\($0[0]).shared { $0.replay(2).refCount() }" },
      engine: { $0[0].shared { $0.replay(2).refCount() } }, model: { $0.shared(replay: 2) }),
  ]
}

extension Observable where Element == Int {
  /// The sequence shared by two observers; the second gets every element plus a hundred.
  func shared(_ share: @escaping (Observable<Int>) -> Observable<Int>) -> Observable<Int> {
    .deferred {
      let shared = share(self)
      return .merge(shared, shared.map { $0 + 100 })
    }
  }
}

extension ModelInputs {
  /// Two observers of one subscription. The second subscribes after the first, and begins another subscription if the
  /// first one has ended by then.
  fileprivate func shared(replay: Int) -> Behaviour {
    let (firstComes, secondComes) = (start.then(0), start.then(1))
    let input = behaviour(0, firstComes)
    let isOver = input.end.map { $0 < secondComes } ?? false
    let other = isOver ? behaviour(0, secondComes) : input
    var second = Output()
    for timed in other.events where isOver || timed.moment > secondComes { second.send(timed.event, at: timed.moment) }
    let missed = isOver ? [] : input.events.filter { $0.moment < secondComes }.suffix(replay)
    var player = Player()
    player.add(
      Behaviour(input.events.map { Timed(moment: $0.moment.then(0), event: $0.event) }, uses: input.uses),
      since: firstComes)
    player.add(
      Behaviour(
        missed.enumerated().map { Timed(moment: secondComes.then($0.offset), event: $0.element.event) }
          + second.events.map { Timed(moment: $0.moment.then(1), event: $0.event) },
        uses: isOver ? other.uses : { _ in [] }), since: secondComes)
    var output = Output()
    var ended = 0
    while !output.hasEnded, let (id, timed) = player.next() {
      let event = id == 0 ? timed.event : timed.event.map { $0 + 100 }
      if event.isCompleted { ended += 1 }
      if !event.isCompleted || ended == 2 { output.send(event, at: timed.moment) }
    }
    return Behaviour(output.events, holding: player.held)
  }
}
