import Rx

/// A producer that does not say how it runs.
final class Nothing: Producer<Int> {}

print("subscribing")
_ = Nothing().subscribe(onNext: { print($0) })
