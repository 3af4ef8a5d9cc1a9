import Rx

extension ModelledOperator {
  /// The operators that convert to a trait.
  static let traits: [ModelledOperator] = ofSingle + ofMaybe + ofCompletable + ofInfallible

  private static let ofSingle: [ModelledOperator] = [
    ModelledOperator(
      "Single.map", like: .of("map", numbers: [1], .of("asSingle", .source(0))),
      source: { "\($0[0]).asSingle().map { $0 + 1 }.asObservable()" },
      engine: { $0[0].asSingle().map { $0 + 1 }.asObservable() }),
    ModelledOperator(
      "Single.filter", like: .of("filter", numbers: [2], .of("asSingle", .source(0))),
      source: { "\($0[0]).asSingle().filter { $0 % 2 != 0 }.asObservable()" },
      engine: { $0[0].asSingle().filter { $0 % 2 != 0 }.asObservable() }),
    ModelledOperator(
      "Single.catchAndReturn", like: .of("catchAndReturn", .of("asSingle", .source(0))),
      source: { "\($0[0]).asSingle().catchAndReturn(6).asObservable()" },
      engine: { $0[0].asSingle().catchAndReturn(6).asObservable() }),
    ModelledOperator(
      "Single.catch", inputs: 2, like: .of("catch", .of("asSingle", .source(0)), .of("asSingle", .source(1))),
      source: { "\($0[0]).asSingle().catch { _ in \($0[1]).asSingle() }.asObservable()" },
      engine: { given in given[0].asSingle().catch { _ in given[1].asSingle() }.asObservable() }),
    ModelledOperator(
      "Single.retry", like: .of("retry", numbers: [2], .of("asSingle", .source(0))),
      source: { "\($0[0]).asSingle().retry(2).asObservable()" },
      engine: { $0[0].asSingle().retry(2).asObservable() }),
    ModelledOperator(
      "Single.flatMap", inputs: 2, like: .of("merge()", .of("asSingle", .source(0)), .of("asSingle", .source(1))),
      source: { "\($0[0]).asSingle().flatMap { _ in \($0[1]).asSingle() }.asObservable()" },
      engine: { given in given[0].asSingle().flatMap { _ in given[1].asSingle() }.asObservable() }),
    ModelledOperator(
      "Single.flatMapMaybe", inputs: 2, like: .of("merge()", .of("asSingle", .source(0)), .of("asMaybe", .source(1))),
      source: { "\($0[0]).asSingle().flatMapMaybe { _ in \($0[1]).asMaybe() }.asObservable()" },
      engine: { given in given[0].asSingle().flatMapMaybe { _ in given[1].asMaybe() }.asObservable() }),
    ModelledOperator(
      "Single.zip", inputs: 2, like: .of("zip", .of("asSingle", .source(0)), .of("asSingle", .source(1))),
      source: { "Single.zip(\($0[0]).asSingle(), \($0[1]).asSingle()) { $0 * 10 + $1 }.asObservable()" },
      engine: { Single.zip($0[0].asSingle(), $0[1].asSingle()) { $0 * 10 + $1 }.asObservable() }),
    ModelledOperator(
      "Single.delay", like: .of("delay", numbers: [7], .of("asSingle", .source(0))),
      source: { "\($0[0]).asSingle().delay(.seconds(7), scheduler: time).asObservable()" },
      engine: { $0[0].asSingle().delay(.seconds(7), scheduler: $0.time).asObservable() }),
    ModelledOperator(
      "Single.timeout", like: .of("timeout", numbers: [25], .of("asSingle", .source(0))),
      source: { "\($0[0]).asSingle().timeout(.seconds(25), scheduler: time).asObservable()" },
      engine: { $0[0].asSingle().timeout(.seconds(25), scheduler: $0.time).asObservable() }),
  ]

  private static let ofMaybe: [ModelledOperator] = [
    ModelledOperator(
      "Maybe.ifEmpty(switchTo:)", inputs: 2,
      like: .of("ifEmpty(switchTo:)", .of("asMaybe", .source(0)), .of("asMaybe", .source(1))),
      source: { "\($0[0]).asMaybe().ifEmpty(switchTo: \($0[1]).asMaybe()).asObservable()" },
      engine: { $0[0].asMaybe().ifEmpty(switchTo: $0[1].asMaybe()).asObservable() }),
    ModelledOperator(
      "Maybe.ifEmpty(switchTo: Single)", inputs: 2,
      like: .of("ifEmpty(switchTo:)", .of("asMaybe", .source(0)), .of("asSingle", .source(1))),
      source: { "\($0[0]).asMaybe().ifEmpty(switchTo: \($0[1]).asSingle()).asObservable()" },
      engine: { $0[0].asMaybe().ifEmpty(switchTo: $0[1].asSingle()).asObservable() }),
    ModelledOperator(
      "Maybe.ifEmpty(default:)", like: .of("ifEmpty(default:)", .of("asMaybe", .source(0))),
      source: { "\($0[0]).asMaybe().ifEmpty(default: 5).asObservable()" },
      engine: { $0[0].asMaybe().ifEmpty(default: 5).asObservable() }),
    ModelledOperator(
      "Maybe.flatMap", inputs: 2, like: .of("merge()", .of("asMaybe", .source(0)), .of("asMaybe", .source(1))),
      source: { "\($0[0]).asMaybe().flatMap { _ in \($0[1]).asMaybe() }.asObservable()" },
      engine: { given in given[0].asMaybe().flatMap { _ in given[1].asMaybe() }.asObservable() }),
    ModelledOperator(
      "Maybe.compactMap", like: .of("compactMap", numbers: [2], .of("asMaybe", .source(0))),
      source: { "\($0[0]).asMaybe().compactMap { $0 % 2 == 0 ? $0 * 2 : nil }.asObservable()" },
      engine: { $0[0].asMaybe().compactMap { $0 % 2 == 0 ? $0 * 2 : nil }.asObservable() }),
    ModelledOperator(
      "Maybe.zip", inputs: 2, like: .of("zip", .of("asMaybe", .source(0)), .of("asMaybe", .source(1))),
      source: { "Maybe.zip(\($0[0]).asMaybe(), \($0[1]).asMaybe()) { $0 * 10 + $1 }.asObservable()" },
      engine: { Maybe.zip($0[0].asMaybe(), $0[1].asMaybe()) { $0 * 10 + $1 }.asObservable() }),
  ]

  private static let ofCompletable: [ModelledOperator] = [
    ModelledOperator(
      "Completable.andThen", inputs: 2, like: .of("concat", .of("ignoreElements", .source(0)), .source(1)),
      source: { "\($0[0]).ignoreElements().asCompletable().andThen(\($0[1]))" },
      engine: { $0[0].ignoreElements().asCompletable().andThen($0[1]) }),
    ModelledOperator(
      "Completable.andThen Single", inputs: 2,
      like: .of("concat", .of("ignoreElements", .source(0)), .of("asSingle", .source(1))),
      source: { "\($0[0]).ignoreElements().asCompletable().andThen(\($0[1]).asSingle()).asObservable()" },
      engine: { $0[0].ignoreElements().asCompletable().andThen($0[1].asSingle()).asObservable() }),
    ModelledOperator(
      "Completable.concat", inputs: 2,
      like: .of("concat", .of("ignoreElements", .source(0)), .of("ignoreElements", .source(1))),
      source: {
        "\($0[0]).ignoreElements().asCompletable().concat(\($0[1]).ignoreElements().asCompletable())"
          + ".asObservable().map { _ -> Int in }"
      },
      engine: {
        $0[0].ignoreElements().asCompletable().concat($0[1].ignoreElements().asCompletable())
          .asObservable().map { _ -> Int in }
      }),
    ModelledOperator(
      "Completable.zip", inputs: 2,
      like: .of("merge", .of("ignoreElements", .source(0)), .of("ignoreElements", .source(1))),
      source: {
        "Completable.zip(\($0[0]).ignoreElements().asCompletable(), \($0[1]).ignoreElements().asCompletable())"
          + ".asObservable().map { _ -> Int in }"
      },
      engine: {
        Completable.zip($0[0].ignoreElements().asCompletable(), $0[1].ignoreElements().asCompletable())
          .asObservable().map { _ -> Int in }
      }),
  ]

  private static let ofInfallible: [ModelledOperator] = [
    ModelledOperator(
      "Infallible.map", like: .of("map", numbers: [1], .of("catchAndReturn", .source(0))),
      source: { "\($0[0]).asInfallible(onErrorJustReturn: 6).map { $0 + 1 }.asObservable()" },
      engine: { $0[0].asInfallible(onErrorJustReturn: 6).map { $0 + 1 }.asObservable() }),
    ModelledOperator(
      "Infallible.concat", inputs: 2,
      like: .of("concat", .of("catchAndReturn", .source(0)), .of("catchAndReturn", .source(1))),
      source: {
        "\($0[0]).asInfallible(onErrorJustReturn: 6).concat(\($0[1]).asInfallible(onErrorJustReturn: 6))"
          + ".asObservable()"
      },
      engine: {
        $0[0].asInfallible(onErrorJustReturn: 6).concat($0[1].asInfallible(onErrorJustReturn: 6)).asObservable()
      }),
    ModelledOperator(
      "Infallible.merge", inputs: 2,
      like: .of("merge", .of("catchAndReturn", .source(0)), .of("catchAndReturn", .source(1))),
      source: {
        "Infallible.merge(\($0[0]).asInfallible(onErrorJustReturn: 6), \($0[1]).asInfallible(onErrorJustReturn: 6))"
          + ".asObservable()"
      },
      engine: {
        Infallible.merge($0[0].asInfallible(onErrorJustReturn: 6), $0[1].asInfallible(onErrorJustReturn: 6))
          .asObservable()
      }),
    ModelledOperator(
      "Infallible.take(until:)", inputs: 2,
      like: .of("take(until:)", .of("catchAndReturn", .source(0)), .source(1)),
      source: { "\($0[0]).asInfallible(onErrorJustReturn: 6).take(until: \($0[1])).asObservable()" },
      engine: { $0[0].asInfallible(onErrorJustReturn: 6).take(until: $0[1]).asObservable() }),
  ]
}

extension Pipeline {
  /// An operator with its own model, applied.
  fileprivate static func of(_ name: String, numbers: [Int] = [], _ inputs: Pipeline...) -> Pipeline {
    .apply(ModelledOperator.basic.first { $0.name == name }!, numbers: numbers, inputs: inputs)
  }
}
