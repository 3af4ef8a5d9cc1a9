import Foundation
import Rx

struct Point { var x: Int, at: [String]? }
enum Answer {
  case yes
  case no(reason: String)
}
struct Price: CustomStringConvertible { var description: String { "9,99 €" } }

/// A value of every kind, texts that fit in a slot and texts that do not.
func values() {
  func show<Value>(_ values: Value...) {
    let subject = PublishSubject<Value>()
    _ = subject.subscribe(onNext: { _ in })
    for value in values { subject.onNext(value) }
  }
  show(1, Int.min)
  show(UInt8(255))
  show(UInt64.max)
  show(1.5, -0.0, 1e100, 0.1, .infinity)
  show(true)
  show("", "8 bytes!", "9 bytes !", "quote \" \\ \t", "\u{2028}\u{1F1E8}\u{1F1F3} e\u{301}", "\u{301}")
  show(())
  show(Point(x: 2, at: ["here"]))
  show(Answer.yes, .no(reason: "rain"))
  show(Price())
  show(Optional("some"), nil)
}

/// A text that is longer than a payload may be.
func longValue() {
  let subject = PublishSubject<String>()
  _ = subject.subscribe(onNext: { _ in })
  subject.onNext(String(repeating: "long ", count: 300_000))
}
