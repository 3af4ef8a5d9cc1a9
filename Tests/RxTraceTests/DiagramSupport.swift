import Foundation
import TraceFormat

@testable import RxTrace

/// Values with characters that have a meaning in a diagram's notation.
enum Hostile {
  static let texts = [
    "</script><!-- ]]>", "a\nb\r\nc", "\0", "😀👨‍👩‍👧", "\u{202E}abc\u{2066}", "\"double\" 'single' `back`", "end",
    "End of it",
    "a;b#c%%d", "<b>&amp;</b>", "\\n\\\\", "中文字符", "--x ->> Note over p1: x", "{ } [ ] ( ) | ~ * _", "\u{1B}[31m", "",
    "\u{2028}", "p1", "line\u{85}",
  ]

  /// One subscription to `Weird<…>` that gives these values as they are, then an error with all of them.
  static func writer(_ texts: [String] = texts) -> TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string("<thread> \"1\""))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("Weird, & \"-->\"<Int>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 3, site: 2, .string("WeirdSink<Int>"))
    writer.add(.defineLink, object: 3, site: 2, .string("observer"))
    writer.add(.defineLink, object: 3, site: 1, .string("<parent> & \"more\""))
    writer.add(.defineSite, object: 1, .string("Rx/<Weird> & \"file\".swift:7"))
    writer.add(.queue, 0, .string("queue \"<&>\""))
    writer.add(.subscribe, object: 1, site: 1, .reference(2))
    for text in texts {
      writer.add(.forwardOn, TraceWriter.next, object: 3, site: 1, .description(text))
      writer.add(.output, depth: 2, .string(text + "\n"))
    }
    writer.add(.forwardOn, EventCode.error.rawValue, object: 3, .description(texts.joined()))
    writer.add(.returned)
    return writer
  }
}

extension TraceWriter {
  /// The trace that is read when this was written.
  var trace: Trace {
    get throws { try withFile(file) { try Trace(contentsOf: $0) } }
  }

  static let failed = EventCode.error.rawValue

  /// `subject.map { $0 * 10 }.subscribe(observer)`, and then 1, 2 and the end; the numbers of the objects are 1 to 4.
  static var mapped: TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string(""))
    writer.add(.defineObject, ObjectRole.subject.rawValue, object: 1, .string("PublishSubject<Int>"))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 2, .string("Map<Int, Int>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 3, .string("AnonymousObserver<Int>"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 4, site: 3, .string("MapSink<Int, Int>"))
    writer.add(.defineLink, object: 2, site: 1, .string("source"))
    writer.add(.defineLink, object: 4, site: 3, .string("observer"))
    writer.add(.subscribe, object: 2, .reference(3))
    writer.add(.run, object: 2, depth: 1, .reference(3))
    writer.add(.subscribe, object: 1, depth: 2, .reference(4))
    writer.add(.returned)
    for number in [1, 2] as [Int64] {
      writer.add(.on, next, object: 1, .integer(number))
      writer.add(.on, next, object: 4, depth: 1, .integer(number))
      writer.add(.forwardOn, next, object: 4, depth: 2, .integer(number * 10))
    }
    writer.add(.on, completed, object: 1)
    writer.add(.on, completed, object: 4, depth: 1)
    writer.add(.forwardOn, completed, object: 4, depth: 2)
    writer.add(.returned)
    return writer
  }

  /// A run that crosses from a first thread to a second through a scheduler.
  static var crossing: TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineThread, thread: 1, .string("main"))
    writer.add(.defineThread, thread: 2, .string("worker"))
    writer.add(.defineObject, ObjectRole.scheduler.rawValue, object: 1, .string("QueueScheduler"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    let schedule = writer.add(.schedule, object: 1)
    writer.add(.queue, thread: 2, .string("work"))
    writer.add(.scheduledAction, object: 1, thread: 2, .record(schedule))
    writer.add(.on, next, object: 2, thread: 2, depth: 1, .integer(1))
    writer.add(.returned, thread: 2)
    return writer
  }
}

/// Everything that an exporter writes.
func written(_ export: ((String) throws -> Void) throws -> Void) throws -> String {
  var text = ""
  try export { text += $0 }
  return text
}

/// A trace with one value of 10 MB, as a file may hold it.
func traceWithLargeValue() throws -> (trace: Trace, value: String) {
  var trace = try TraceWriter.mapped.trace
  let value = String(repeating: "0123456789", count: 1 << 20)
  for index in trace.steps.indices where trace.steps[index].value != nil {
    trace.steps[index].value = TracedValue(text: value)
  }
  return (trace, value)
}
