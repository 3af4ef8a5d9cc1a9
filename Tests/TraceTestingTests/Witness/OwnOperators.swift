import Rx

/// All numbers so far, as a text.
final class Gathering: Operator<Int, String> {}

final class GatheringSink: Sink<Int, String> {
  override class var traits: Traits { .accumulates }

  private var text = ""

  override func on(next element: Int) {
    text += " \(element)"
    forwardOn(next: text)
  }
}

/// Sends at every second number only.
final class EverySecondSink: Sink<Int, String> {
  override class var traits: Traits { [.accumulates, .withholds(.position)] }

  private var (text, count) = ("", 0)

  override func on(next element: Int) {
    (text, count) = (text + " \(element)", count + 1)
    if count.isMultiple(of: 2) { forwardOn(next: text) }
  }
}

/// Sends when a second is over.
final class LaterSink: Sink<Int, String> {
  override class var traits: Traits { [.accumulates, .withholds(.quiet)] }

  private let scheduler: any SchedulerType
  private var (text, isTimed) = ("", false)

  init(_ scheduler: any SchedulerType, _ output: Downstream<String>) {
    self.scheduler = scheduler
    super.init(output)
  }

  override func on(next element: Int) {
    text += " \(element)"
    guard !isTimed else { return }
    isTimed = true
    _ = scheduler.scheduleRelative((), dueTime: .seconds(1)) { [self] _ in
      isTimed = false
      forwardOn(next: text)
      return Disposables.create()
    }
  }
}

final class Renamed: Operator<Int, String> {}

/// No more than the name of the engine's class, and no sink directly.
final class ScanSink: ForwardingSink {}

class ForwardingSink: Sink<Int, String> {
  override func on(next element: Int) { forwardOn(next: "\(element)") }
}
