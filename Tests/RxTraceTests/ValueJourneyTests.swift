import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceAnalysis

/// A subject, a filter or another stage, and an observer.
@Suite("How far an element came", .oneAtATime)
struct ValueJourneyTests {
  /// The steps 0 and 1 subscribe.
  private func pipeline(_ withholding: Withholding? = nil, _ body: (inout RunScript) -> Void) throws -> Trace {
    var trace = try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("subject", "PublishSubject<Int>", .subject)
      run.object("stage", "StageSink<Int>", .sink, observer: "end")
      run.object("observable", "Stage<Int>", .observable)
      run.object("scheduler", "Scheduler", .scheduler)
      run.subscribe("observable", "end", .subscribeClosures) { $0.subscribe("subject", "stage") }
      body(&run)
    }
    if let withholding { trace.objects[object("StageSink#1", trace)].traits = [.withholds(withholding)] }
    return trace
  }

  /// Adds a stage with an observer, whose inputs `first` and `second` subscribe to the subjects `one` and `other`.
  private func addStageWithTwoInputs(_ run: inout RunScript) {
    run.object("end", "AnonymousObserver<Int>", .observer)
    run.object("one", "PublishSubject<Int>", .subject)
    run.object("other", "PublishSubject<Int>", .subject)
    run.object("stage", "StageSink<Int>", .sink, observer: "end")
    for (input, subject) in [("first", "one"), ("second", "other")] {
      run.object(input, "Input<Int>", .observer)
      run.link(input, "parent", "stage")
      run.subscribe(subject, input)
    }
  }

  private func object(_ name: String, _ trace: Trace) -> ObjectID { trace.objects.first { $0.name == name }?.id ?? -1 }

  /// The ending of the element that the step with a number sends.
  private func ending(_ trace: Trace, from number: Int = 3) -> ValueJourney.Ending {
    let target = object("AnonymousObserver#1", trace)
    let links = StageLinks(trace)
    let leading = links.upstream(of: [target])
    return ValueJourney(of: [number], in: trace, links.parts, to: [target], leading: leading).ending(from: number)
  }

  private func send(_ value: Int64, passes: Bool, schedules: Bool = false, _ run: inout RunScript) {
    run.call(.on, "subject", .next, .integer(value)) { run in
      run.call(.on, "stage", .next, .integer(value)) { run in
        if schedules { run.call(.schedule, "scheduler") }
        guard passes else { return }
        run.call(.forwardOn, "stage", .next, .integer(value)) { $0.call(.onCore, "end", .next, .integer(value)) }
      }
    }
  }

  @Test("It arrived, also as another element")
  func arrived() throws {
    #expect(ending(try pipeline { send(1, passes: true, &$0) }) == .arrived(6))
    let mapped = try pipeline { run in
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.call(.on, "stage", .next, .integer(1)) { $0.call(.forwardOn, "stage", .next, .integer(10)) }
      }
    }
    #expect(ending(mapped) == .arrived(6))
  }

  @Test(
    "A stage dropped it, for the reason that its type tells",
    arguments: [.predicate, .absence, .position, .all] as [Withholding])
  func dropped(reason: Withholding) throws {
    #expect(
      ending(try pipeline(reason) { send(1, passes: false, &$0) }) == .stopped(4, .withheld(reason, related: nil)))
  }

  @Test("A stage of which nothing is known sent nothing on")
  func unknown() throws {
    #expect(ending(try pipeline { send(1, passes: false, &$0) }) == .stopped(4, .unknown))
  }

  @Test("It equals the element before it, which is named")
  func repetition() throws {
    let trace = try pipeline(.repetition) { run in
      send(1, passes: true, &run)
      send(1, passes: false, &run)
    }
    #expect(ending(trace, from: 8) == .stopped(9, .withheld(.repetition, related: 5)))
  }

  @Test("A throttled element was replaced by the next one, and that by the one after it")
  func throttled() throws {
    let trace = try pipeline(.rate) { run in
      send(1, passes: true, &run)
      send(2, passes: false, schedules: true, &run)
      for value in [3, 4] as [Int64] { send(value, passes: false, &run) }
      run.call(.forwardOn, "stage", .next, .integer(4))
    }
    #expect(ending(trace, from: 8) == .stopped(9, .withheld(.rate, related: 12)))
    #expect(ending(trace, from: 13) == .arrived(16))
  }

  @Test("A throttle that asks for no timer drops an element at once")
  func throttledAtOnce() throws {
    let trace = try pipeline(.rate) { run in
      send(1, passes: true, &run)
      send(2, passes: false, &run)
    }
    #expect(ending(trace, from: 8) == .stopped(9, .withheld(.rate, related: 5)))
  }

  @Test("It waited until the sequence was disposed of, or until the recording ended")
  func waited() throws {
    let left = try pipeline(.rate) { send(1, passes: false, &$0) }
    #expect(ending(left) == .stopped(4, .withheld(.rate, related: nil)))
    let disposed = try pipeline(.queue) { run in
      send(1, passes: false, &run)
      run.call(.dispose, "stage")
    }
    #expect(ending(disposed) == .stopped(4, .cutShort(.queue, by: 5)))
  }

  @Test("A scheduled action sent it")
  func scheduled() throws {
    let trace = try pipeline(.queue) { run in
      var asked: UInt64 = 0
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.call(.on, "stage", .next, .integer(1)) { asked = $0.call(.schedule, "scheduler") }
      }
      run.on(thread: 2)
      run.call(.scheduledAction, "scheduler", .none, .record(asked)) { run in
        run.call(.forwardOn, "stage", .next, .integer(1))
      }
    }
    #expect(ending(trace) == .arrived(8))
  }

  @Test("It came after the sequence had completed, by itself or by an error")
  func ended() throws {
    for event in [EventCode.completed, .error] {
      let trace = try pipeline { run in
        run.call(.forwardOn, "stage", event) { $0.call(.onCore, "end", event) }
        run.call(.on, "subject", .next, .integer(1))
      }
      #expect(ending(trace, from: 6) == .stopped(6, .ended(3)))
    }
  }

  @Test("It came after disposal, or before anybody subscribed")
  func disposed() throws {
    let late = try pipeline { run in
      run.call(.dispose, "stage")
      run.call(.on, "subject", .next, .integer(1))
    }
    #expect(ending(late, from: 4) == .stopped(4, .disposed(3)))
    let early = try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("subject", "PublishSubject<Int>", .subject)
      run.call(.on, "subject", .next, .integer(1))
      run.subscribe("subject", "end")
    }
    #expect(ending(early, from: 1) == .stopped(1, .notSubscribed(2)))
  }

  @Test("A closure threw")
  func threw() throws {
    let trace = try pipeline(.predicate) { run in
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.call(.on, "stage", .next, .integer(1)) { $0.call(.forwardOn, "stage", .error, .string("bad")) }
      }
    }
    #expect(ending(trace) == .stopped(4, .threw(5)))
  }

  @Test("A stage with several inputs waits for the ones that sent nothing")
  func inputs() throws {
    var trace = try RunScript.trace { run in
      addStageWithTwoInputs(&run)
      run.call(.on, "one", .next, .integer(1)) { $0.call(.on, "first", .next, .integer(1)) }
    }
    trace.objects[object("StageSink#1", trace)].traits = [.withholds(.inputs)]
    #expect(ending(trace) == .stopped(4, .missingInputs([object("PublishSubject#2", trace)], drops: false)))
  }

  @Test("Of the elements that wait for a pair, the first one goes with the first one of the other input")
  func pairs() throws {
    var trace = try RunScript.trace { run in
      addStageWithTwoInputs(&run)
      for value in [1, 2] as [Int64] {
        run.call(.on, "one", .next, .integer(value)) { $0.call(.on, "first", .next, .integer(value)) }
      }
      run.call(.on, "other", .next, .integer(10)) { run in
        run.call(.on, "second", .next, .integer(10)) { $0.call(.forwardOn, "stage", .next, .integer(11)) }
      }
    }
    trace.objects[object("StageSink#1", trace)].traits = [.withholds(.pairs)]
    #expect(ending(trace) == .arrived(10))
    #expect(ending(trace, from: 5) == .stopped(6, .withheld(.pairs, related: nil)))
  }

  @Test("A closure did not return, because the recording ended within it")
  func unreturned() throws {
    let trace = try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("stage", "StageSink<Int>", .sink, observer: "end")
      run.begin(.on, "stage", .next, .integer(1))
      run.begin(.closure, "stage", .next, .integer(1))
      run.ends(isComplete: false)
    }
    #expect(ending(trace, from: 1) == .stopped(1, .unreturned(2)))
  }

  @Test("The sequence that a stage made of it was replaced before it sent anything")
  func replaced() throws {
    let trace = try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("subject", "PublishSubject<Int>", .subject)
      run.object("stage", "NestingSink<Int>", .sink, observer: "end")
      run.object("inner", "Inner<Int>", .observer)
      run.object("sequence", "Never<Int>", .observable)
      run.link("inner", "parent", "stage")
      run.subscribe("subject", "stage")
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.call(.on, "stage", .next, .integer(1)) { $0.subscribe("sequence", "inner") }
      }
      run.call(.on, "subject", .next, .integer(2)) { run in
        run.call(.on, "stage", .next, .integer(2)) { $0.call(.dispose, "inner") }
      }
    }
    #expect(ending(trace, from: 2) == .stopped(3, .silent(4, ended: 7)))
  }
}
