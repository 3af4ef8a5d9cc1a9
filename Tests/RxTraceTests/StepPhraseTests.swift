import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("A step in words", .oneAtATime)
struct StepPhraseTests {
  private func phrases(_ body: (inout RunScript) -> Void) throws -> [StepPhrase] {
    let trace = try RunScript.trace { run in
      run.object("map", "Map<Int, Int>", .observable)
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("sink", "MapSink<Int, Int>", .sink, observer: "end")
      body(&run)
    }
    return trace.steps.map { StepPhrase($0, in: trace) }
  }

  @Test("A call with the observer that it was given")
  func receiver() throws {
    let phrase = try phrases { $0.subscribe("map", "end") }[0]
    #expect(phrase.parts == [.call("Map#1.subscribe"), .receiver("AnonymousObserver#1")])
    #expect(phrase.text == "Map#1.subscribe → AnonymousObserver#1")
  }

  @Test("An event with its value; a forwardOn has its observer and is not given it")
  func event() throws {
    let phrase = try phrases { $0.call(.forwardOn, "sink", .next, .string("a\nb")) }[0]
    #expect(phrase.parts == [.call("MapSink#1.forwardOn"), .event(.next), .value(TracedValue(text: #""a\nb""#))])
    #expect(phrase.text == #"MapSink#1.forwardOn next "a\nb""#)
  }

  @Test("An event that was not delivered")
  func undelivered() throws {
    let phrase = try phrases { $0.call(.forwardOn, "sink", .completed, isDelivered: false) }[0]
    #expect(phrase.text == "MapSink#1.forwardOn completed not delivered: disposed")
  }

  @Test("A closure, whose name says which event it takes, and what it threw")
  func closure() throws {
    let phrases = try phrases { run in
      run.call(.closure, "end", .next, .integer(3)) { $0.call(.threw, "end", .error, .description("Boom\u{1B}")) }
    }
    #expect(phrases[0].text == #"AnonymousObserver#1 onNext closure 3 threw Boom\u{1B}"#)
    #expect(phrases[0].parts.last == .thrown(TracedValue(text: "Boom\u{1B}")))
  }

  @Test("Printed text, without the line break at its end")
  func output() throws {
    let phrase = try phrases { $0.print("hello\n") }[0]
    #expect(phrase.parts == [.printed(TracedValue(text: "hello"))])
    #expect(phrase.text == "▸ hello")
  }

  @Test("The thread, if the run has several")
  func threads() throws {
    let phrases = try phrases { run in
      run.call(.dispose, "sink")
      run.on(thread: 2)
      run.call(.dispose, "end")
    }
    #expect(phrases.map(\.parts.last) == [.thread(1), .thread(2)])
    #expect(phrases[1].text == "AnonymousObserver#1.dispose")
    #expect(phrases[1].parts[1].text() == "thread 2")
  }

  @Test("Of a long value a part shows the beginning")
  func longValue() throws {
    let phrase = try phrases { $0.call(.on, "end", .next, .description("abcdefgh")) }[0]
    #expect(phrase.parts[2].text(longestValue: 3) == "abc… (5 more characters)")
  }

  @Test("The list of steps, which writes bytes, says the same; it also names the observer of a forwardOn")
  func list() throws {
    let trace = try RunScript.pipeline([1, 2, 3], filters: 3)
    var lines = ""
    try StepList(trace).write { lines += $0 }
    for (line, step) in zip(lines.split(separator: "\n"), trace.steps) {
      var words = line.split(separator: " ", omittingEmptySubsequences: true).dropFirst().map(String.init)
      if step.kind == .forwardOn, let receiver = step.other {
        #expect(words[1...2] == ["→", trace.name(of: receiver)])
        words.removeSubrange(1...2)
      }
      let phrase = StepPhrase(step, in: trace).text.split(separator: " ").map(String.init)
      #expect(words.starts(with: phrase), "\(line)")
    }
  }
}
