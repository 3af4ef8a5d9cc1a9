import Foundation
import RxCocoa
import RxRelay
import RxSwift

// `combineLatest` and `zip` of two to eight sequences, with and without a selector that may throw, of every type that has
// them. Nothing here is called.

private func fail() throws -> Int { throw RxError.unknown }

func observablesOfTwoToEight(_ one: Observable<Int>) {
  let _: Observable<(Int, Int)> = Observable.combineLatest(one, one)
  let _: Observable<Int> = Observable.combineLatest(
    one, one, resultSelector: { $0 + $1 })
  let _: Observable<Int> = Observable.combineLatest(one, one) { _, _ in try fail() }
  let _: Observable<(Int, Int, Int)> = Observable.combineLatest(one, one, one)
  let _: Observable<Int> = Observable.combineLatest(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Observable<Int> = Observable.combineLatest(one, one, one) { _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int)> = Observable.combineLatest(one, one, one, one)
  let _: Observable<Int> = Observable.combineLatest(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int, Int)> = Observable.combineLatest(one, one, one, one, one)
  let _: Observable<Int> = Observable.combineLatest(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int, Int, Int)> = Observable.combineLatest(one, one, one, one, one, one)
  let _: Observable<Int> = Observable.combineLatest(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int, Int, Int, Int)> = Observable.combineLatest(one, one, one, one, one, one, one)
  let _: Observable<Int> = Observable.combineLatest(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in
    try fail()
  }
  let _: Observable<(Int, Int, Int, Int, Int, Int, Int, Int)> = Observable.combineLatest(
    one, one, one, one, one, one, one, one)
  let _: Observable<Int> = Observable.combineLatest(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in
    try fail()
  }
  let _: Observable<(Int, Int)> = Observable.zip(one, one)
  let _: Observable<Int> = Observable.zip(
    one, one, resultSelector: { $0 + $1 })
  let _: Observable<Int> = Observable.zip(one, one) { _, _ in try fail() }
  let _: Observable<(Int, Int, Int)> = Observable.zip(one, one, one)
  let _: Observable<Int> = Observable.zip(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Observable<Int> = Observable.zip(one, one, one) { _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int)> = Observable.zip(one, one, one, one)
  let _: Observable<Int> = Observable.zip(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Observable<Int> = Observable.zip(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int, Int)> = Observable.zip(one, one, one, one, one)
  let _: Observable<Int> = Observable.zip(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Observable<Int> = Observable.zip(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int, Int, Int)> = Observable.zip(one, one, one, one, one, one)
  let _: Observable<Int> = Observable.zip(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Observable<Int> = Observable.zip(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int, Int, Int, Int)> = Observable.zip(one, one, one, one, one, one, one)
  let _: Observable<Int> = Observable.zip(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Observable<Int> = Observable.zip(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Observable<(Int, Int, Int, Int, Int, Int, Int, Int)> = Observable.zip(one, one, one, one, one, one, one, one)
  let _: Observable<Int> = Observable.zip(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Observable<Int> = Observable.zip(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in try fail()
  }
  let _: Observable<Int> = Observable.combineLatest(one, one).map { $0.0 + $0.1 }
  let _: Observable<Int> = Observable.combineLatest(one, one, one).map { $0.0 + $0.2 }
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one).map { $0.0 + $0.3 }
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Observable<Int> = Observable.combineLatest(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
  let _: Observable<Int> = Observable.zip(one, one).map { $0.0 + $0.1 }
  let _: Observable<Int> = Observable.zip(one, one, one).map { $0.0 + $0.2 }
  let _: Observable<Int> = Observable.zip(one, one, one, one).map { $0.0 + $0.3 }
  let _: Observable<Int> = Observable.zip(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Observable<Int> = Observable.zip(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Observable<Int> = Observable.zip(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Observable<Int> = Observable.zip(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
}

func singlesOfTwoToEight(_ one: Single<Int>) {
  let _: Single<(Int, Int)> = Single.zip(one, one)
  let _: Single<Int> = Single.zip(
    one, one, resultSelector: { $0 + $1 })
  let _: Single<Int> = Single.zip(one, one) { _, _ in try fail() }
  let _: Single<(Int, Int, Int)> = Single.zip(one, one, one)
  let _: Single<Int> = Single.zip(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Single<Int> = Single.zip(one, one, one) { _, _, _ in try fail() }
  let _: Single<(Int, Int, Int, Int)> = Single.zip(one, one, one, one)
  let _: Single<Int> = Single.zip(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Single<Int> = Single.zip(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Single<(Int, Int, Int, Int, Int)> = Single.zip(one, one, one, one, one)
  let _: Single<Int> = Single.zip(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Single<Int> = Single.zip(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Single<(Int, Int, Int, Int, Int, Int)> = Single.zip(one, one, one, one, one, one)
  let _: Single<Int> = Single.zip(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Single<Int> = Single.zip(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Single<(Int, Int, Int, Int, Int, Int, Int)> = Single.zip(one, one, one, one, one, one, one)
  let _: Single<Int> = Single.zip(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Single<Int> = Single.zip(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Single<(Int, Int, Int, Int, Int, Int, Int, Int)> = Single.zip(one, one, one, one, one, one, one, one)
  let _: Single<Int> = Single.zip(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Single<Int> = Single.zip(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in try fail() }
  let _: Single<Int> = Single.zip(one, one).map { $0.0 + $0.1 }
  let _: Single<Int> = Single.zip(one, one, one).map { $0.0 + $0.2 }
  let _: Single<Int> = Single.zip(one, one, one, one).map { $0.0 + $0.3 }
  let _: Single<Int> = Single.zip(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Single<Int> = Single.zip(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Single<Int> = Single.zip(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Single<Int> = Single.zip(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
}

func maybesOfTwoToEight(_ one: Maybe<Int>) {
  let _: Maybe<(Int, Int)> = Maybe.zip(one, one)
  let _: Maybe<Int> = Maybe.zip(
    one, one, resultSelector: { $0 + $1 })
  let _: Maybe<Int> = Maybe.zip(one, one) { _, _ in try fail() }
  let _: Maybe<(Int, Int, Int)> = Maybe.zip(one, one, one)
  let _: Maybe<Int> = Maybe.zip(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Maybe<Int> = Maybe.zip(one, one, one) { _, _, _ in try fail() }
  let _: Maybe<(Int, Int, Int, Int)> = Maybe.zip(one, one, one, one)
  let _: Maybe<Int> = Maybe.zip(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Maybe<Int> = Maybe.zip(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Maybe<(Int, Int, Int, Int, Int)> = Maybe.zip(one, one, one, one, one)
  let _: Maybe<Int> = Maybe.zip(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Maybe<(Int, Int, Int, Int, Int, Int)> = Maybe.zip(one, one, one, one, one, one)
  let _: Maybe<Int> = Maybe.zip(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Maybe<(Int, Int, Int, Int, Int, Int, Int)> = Maybe.zip(one, one, one, one, one, one, one)
  let _: Maybe<Int> = Maybe.zip(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Maybe<(Int, Int, Int, Int, Int, Int, Int, Int)> = Maybe.zip(one, one, one, one, one, one, one, one)
  let _: Maybe<Int> = Maybe.zip(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in try fail() }
  let _: Maybe<Int> = Maybe.zip(one, one).map { $0.0 + $0.1 }
  let _: Maybe<Int> = Maybe.zip(one, one, one).map { $0.0 + $0.2 }
  let _: Maybe<Int> = Maybe.zip(one, one, one, one).map { $0.0 + $0.3 }
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Maybe<Int> = Maybe.zip(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
}

func infalliblesOfTwoToEight(_ one: Infallible<Int>) {
  let _: Infallible<(Int, Int)> = Infallible.combineLatest(one, one)
  let _: Infallible<Int> = Infallible.combineLatest(
    one, one, resultSelector: { $0 + $1 })
  let _: Infallible<Int> = Infallible.combineLatest(one, one) { _, _ in try fail() }
  let _: Infallible<(Int, Int, Int)> = Infallible.combineLatest(one, one, one)
  let _: Infallible<Int> = Infallible.combineLatest(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one) { _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int)> = Infallible.combineLatest(one, one, one, one)
  let _: Infallible<Int> = Infallible.combineLatest(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int, Int)> = Infallible.combineLatest(one, one, one, one, one)
  let _: Infallible<Int> = Infallible.combineLatest(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int, Int, Int)> = Infallible.combineLatest(one, one, one, one, one, one)
  let _: Infallible<Int> = Infallible.combineLatest(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int, Int, Int, Int)> = Infallible.combineLatest(one, one, one, one, one, one, one)
  let _: Infallible<Int> = Infallible.combineLatest(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in
    try fail()
  }
  let _: Infallible<(Int, Int, Int, Int, Int, Int, Int, Int)> = Infallible.combineLatest(
    one, one, one, one, one, one, one, one)
  let _: Infallible<Int> = Infallible.combineLatest(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in
    try fail()
  }
  let _: Infallible<(Int, Int)> = Infallible.zip(one, one)
  let _: Infallible<Int> = Infallible.zip(
    one, one, resultSelector: { $0 + $1 })
  let _: Infallible<Int> = Infallible.zip(one, one) { _, _ in try fail() }
  let _: Infallible<(Int, Int, Int)> = Infallible.zip(one, one, one)
  let _: Infallible<Int> = Infallible.zip(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Infallible<Int> = Infallible.zip(one, one, one) { _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int)> = Infallible.zip(one, one, one, one)
  let _: Infallible<Int> = Infallible.zip(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Infallible<Int> = Infallible.zip(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int, Int)> = Infallible.zip(one, one, one, one, one)
  let _: Infallible<Int> = Infallible.zip(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int, Int, Int)> = Infallible.zip(one, one, one, one, one, one)
  let _: Infallible<Int> = Infallible.zip(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int, Int, Int, Int)> = Infallible.zip(one, one, one, one, one, one, one)
  let _: Infallible<Int> = Infallible.zip(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Infallible<(Int, Int, Int, Int, Int, Int, Int, Int)> = Infallible.zip(one, one, one, one, one, one, one, one)
  let _: Infallible<Int> = Infallible.zip(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in try fail()
  }
  let _: Infallible<Int> = Infallible.combineLatest(one, one).map { $0.0 + $0.1 }
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one).map { $0.0 + $0.2 }
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one).map { $0.0 + $0.3 }
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Infallible<Int> = Infallible.combineLatest(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
  let _: Infallible<Int> = Infallible.zip(one, one).map { $0.0 + $0.1 }
  let _: Infallible<Int> = Infallible.zip(one, one, one).map { $0.0 + $0.2 }
  let _: Infallible<Int> = Infallible.zip(one, one, one, one).map { $0.0 + $0.3 }
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Infallible<Int> = Infallible.zip(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
}

func driversOfTwoToEight(_ one: Driver<Int>) {
  let _: Driver<(Int, Int)> = Driver.combineLatest(one, one)
  let _: Driver<Int> = Driver.combineLatest(
    one, one, resultSelector: { $0 + $1 })
  let _: Driver<Int> = Driver.combineLatest(one, one) { _, _ in try fail() }
  let _: Driver<(Int, Int, Int)> = Driver.combineLatest(one, one, one)
  let _: Driver<Int> = Driver.combineLatest(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Driver<Int> = Driver.combineLatest(one, one, one) { _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int)> = Driver.combineLatest(one, one, one, one)
  let _: Driver<Int> = Driver.combineLatest(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int)> = Driver.combineLatest(one, one, one, one, one)
  let _: Driver<Int> = Driver.combineLatest(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int, Int)> = Driver.combineLatest(one, one, one, one, one, one)
  let _: Driver<Int> = Driver.combineLatest(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int, Int, Int)> = Driver.combineLatest(one, one, one, one, one, one, one)
  let _: Driver<Int> = Driver.combineLatest(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int, Int, Int, Int)> = Driver.combineLatest(one, one, one, one, one, one, one, one)
  let _: Driver<Int> = Driver.combineLatest(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in
    try fail()
  }
  let _: Driver<(Int, Int)> = Driver.zip(one, one)
  let _: Driver<Int> = Driver.zip(
    one, one, resultSelector: { $0 + $1 })
  let _: Driver<Int> = Driver.zip(one, one) { _, _ in try fail() }
  let _: Driver<(Int, Int, Int)> = Driver.zip(one, one, one)
  let _: Driver<Int> = Driver.zip(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Driver<Int> = Driver.zip(one, one, one) { _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int)> = Driver.zip(one, one, one, one)
  let _: Driver<Int> = Driver.zip(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Driver<Int> = Driver.zip(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int)> = Driver.zip(one, one, one, one, one)
  let _: Driver<Int> = Driver.zip(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Driver<Int> = Driver.zip(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int, Int)> = Driver.zip(one, one, one, one, one, one)
  let _: Driver<Int> = Driver.zip(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Driver<Int> = Driver.zip(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int, Int, Int)> = Driver.zip(one, one, one, one, one, one, one)
  let _: Driver<Int> = Driver.zip(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Driver<Int> = Driver.zip(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Driver<(Int, Int, Int, Int, Int, Int, Int, Int)> = Driver.zip(one, one, one, one, one, one, one, one)
  let _: Driver<Int> = Driver.zip(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Driver<Int> = Driver.zip(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in try fail() }
  let _: Driver<Int> = Driver.combineLatest(one, one).map { $0.0 + $0.1 }
  let _: Driver<Int> = Driver.combineLatest(one, one, one).map { $0.0 + $0.2 }
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one).map { $0.0 + $0.3 }
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Driver<Int> = Driver.combineLatest(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
  let _: Driver<Int> = Driver.zip(one, one).map { $0.0 + $0.1 }
  let _: Driver<Int> = Driver.zip(one, one, one).map { $0.0 + $0.2 }
  let _: Driver<Int> = Driver.zip(one, one, one, one).map { $0.0 + $0.3 }
  let _: Driver<Int> = Driver.zip(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Driver<Int> = Driver.zip(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Driver<Int> = Driver.zip(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Driver<Int> = Driver.zip(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
}

func signalsOfTwoToEight(_ one: Signal<Int>) {
  let _: Signal<(Int, Int)> = Signal.combineLatest(one, one)
  let _: Signal<Int> = Signal.combineLatest(
    one, one, resultSelector: { $0 + $1 })
  let _: Signal<Int> = Signal.combineLatest(one, one) { _, _ in try fail() }
  let _: Signal<(Int, Int, Int)> = Signal.combineLatest(one, one, one)
  let _: Signal<Int> = Signal.combineLatest(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Signal<Int> = Signal.combineLatest(one, one, one) { _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int)> = Signal.combineLatest(one, one, one, one)
  let _: Signal<Int> = Signal.combineLatest(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int)> = Signal.combineLatest(one, one, one, one, one)
  let _: Signal<Int> = Signal.combineLatest(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int, Int)> = Signal.combineLatest(one, one, one, one, one, one)
  let _: Signal<Int> = Signal.combineLatest(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int, Int, Int)> = Signal.combineLatest(one, one, one, one, one, one, one)
  let _: Signal<Int> = Signal.combineLatest(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int, Int, Int, Int)> = Signal.combineLatest(one, one, one, one, one, one, one, one)
  let _: Signal<Int> = Signal.combineLatest(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in
    try fail()
  }
  let _: Signal<(Int, Int)> = Signal.zip(one, one)
  let _: Signal<Int> = Signal.zip(
    one, one, resultSelector: { $0 + $1 })
  let _: Signal<Int> = Signal.zip(one, one) { _, _ in try fail() }
  let _: Signal<(Int, Int, Int)> = Signal.zip(one, one, one)
  let _: Signal<Int> = Signal.zip(
    one, one, one, resultSelector: { $0 + $1 + $2 })
  let _: Signal<Int> = Signal.zip(one, one, one) { _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int)> = Signal.zip(one, one, one, one)
  let _: Signal<Int> = Signal.zip(
    one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 })
  let _: Signal<Int> = Signal.zip(one, one, one, one) { _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int)> = Signal.zip(one, one, one, one, one)
  let _: Signal<Int> = Signal.zip(
    one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 })
  let _: Signal<Int> = Signal.zip(one, one, one, one, one) { _, _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int, Int)> = Signal.zip(one, one, one, one, one, one)
  let _: Signal<Int> = Signal.zip(
    one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 })
  let _: Signal<Int> = Signal.zip(one, one, one, one, one, one) { _, _, _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int, Int, Int)> = Signal.zip(one, one, one, one, one, one, one)
  let _: Signal<Int> = Signal.zip(
    one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 })
  let _: Signal<Int> = Signal.zip(one, one, one, one, one, one, one) { _, _, _, _, _, _, _ in try fail() }
  let _: Signal<(Int, Int, Int, Int, Int, Int, Int, Int)> = Signal.zip(one, one, one, one, one, one, one, one)
  let _: Signal<Int> = Signal.zip(
    one, one, one, one, one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 })
  let _: Signal<Int> = Signal.zip(one, one, one, one, one, one, one, one) { _, _, _, _, _, _, _, _ in try fail() }
  let _: Signal<Int> = Signal.combineLatest(one, one).map { $0.0 + $0.1 }
  let _: Signal<Int> = Signal.combineLatest(one, one, one).map { $0.0 + $0.2 }
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one).map { $0.0 + $0.3 }
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Signal<Int> = Signal.combineLatest(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
  let _: Signal<Int> = Signal.zip(one, one).map { $0.0 + $0.1 }
  let _: Signal<Int> = Signal.zip(one, one, one).map { $0.0 + $0.2 }
  let _: Signal<Int> = Signal.zip(one, one, one, one).map { $0.0 + $0.3 }
  let _: Signal<Int> = Signal.zip(one, one, one, one, one).map { $0.0 + $0.4 }
  let _: Signal<Int> = Signal.zip(one, one, one, one, one, one).map { $0.0 + $0.5 }
  let _: Signal<Int> = Signal.zip(one, one, one, one, one, one, one).map { $0.0 + $0.6 }
  let _: Signal<Int> = Signal.zip(one, one, one, one, one, one, one, one).map { $0.0 + $0.7 }
}
