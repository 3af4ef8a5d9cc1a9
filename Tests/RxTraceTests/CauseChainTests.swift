import RxTrace
import TestSupport
import Testing
import TraceAnalysis
import TraceFormat

@Suite("Why a step happened", .oneAtATime)
struct CauseChainTests {
  @Test("Through the calls that enclose a step, and the subscription that connected its objects")
  func subscription() throws {
    let trace = try RunScript.trace { run in
      run.pipeline()
      run.subscribe("map", "end", .subscribeClosures) { run in
        run.subscribe("map", "end") { run in run.subscribe("subject", "sink") }
      }
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.call(.on, "sink", .next, .integer(1)) { run in
          run.call(.forwardOn, "sink", .next, .integer(2))
        }
      }
    }
    let chain = CauseChain(of: 6, in: trace)
    #expect(chain.event.map(\.step) == [6, 5, 4, 3])
    #expect(chain.event.map(\.relation) == [.step, .within, .within, .within])
    #expect(chain.subscriptions.map { $0.map(\.step) } == [[2, 1, 0]])
    #expect(chain.subscriptions[0].map(\.relation) == [.subscribedBy, .within, .within])
    #expect(chain.pipeline.map { trace.name(of: $0) } == ["Map#1", "PublishSubject#1"])
  }

  @Test("Across threads, from an action to its schedule")
  func schedule() throws {
    let trace = try RunScript.trace { run in
      run.pipeline()
      run.object("scheduler", "Scheduler", .scheduler)
      var asked: UInt64 = 0
      run.call(.on, "subject", .next, .integer(1)) { run in asked = run.call(.schedule, "scheduler") }
      run.on(thread: 2, queue: "work")
      run.call(.scheduledAction, "scheduler", .none, .record(asked)) { run in
        run.call(.on, "end", .next, .integer(1))
      }
    }
    let chain = CauseChain(of: 3, in: trace)
    #expect(chain.event.map(\.step) == [3, 2, 1, 0])
    #expect(chain.event.map(\.relation) == [.step, .within, .scheduledBy, .within])
  }

  @Test("A schedule that encloses its action is named once")
  func enclosingSchedule() throws {
    let trace = try RunScript.trace { run in
      run.object("scheduler", "Scheduler", .scheduler)
      run.call(.schedule, "scheduler") { run in run.call(.scheduledAction, "scheduler", .none, .reference(1)) }
    }
    #expect(CauseChain(of: 1, in: trace).event.map(\.step) == [1, 0])
  }

  @Test("An observer that was subscribed twice: the latest before the step counts")
  func twice() throws {
    let trace = try RunScript.trace { run in
      run.pipeline()
      for _ in 1...2 {
        run.subscribe("subject", "end")
        run.call(.on, "end", .next, .integer(1))
      }
    }
    #expect(CauseChain(of: 1, in: trace).subscriptions.map { $0.map(\.step) } == [[0]])
    #expect(CauseChain(of: 3, in: trace).subscriptions.map { $0.map(\.step) } == [[2]])
  }

  @Test("A disposer leads to the subscription that it ends")
  func disposer() throws {
    let trace = try RunScript.trace { run in
      run.pipeline()
      run.object("disposer", "SinkDisposer", .disposable)
      run.link("sink", "cancel", "disposer")
      run.subscribe("subject", "sink")
      run.call(.forwardOn, "sink", .next, .integer(1))
      run.call(.dispose, "disposer")
    }
    #expect(CauseChain(of: 3, in: trace).subscriptions.map { $0.map(\.step) } == [[0]])
  }

  @Test("The report as text, with the lines that are known")
  func text() throws {
    let trace = try RunScript.trace { run in
      run.pipeline()
      run.subscribe("subject", "end", .subscribeClosures) { run in run.subscribe("subject", "end") }
      run.call(.on, "subject", .next, .integer(1)) { run in run.call(.on, "end", .next, .integer(1)) }
    }
    let subject = try #require(trace.objects.first { $0.role == .subject })
    let run = AnalysedRun(
      name: "run", trace: trace, origins: [subject.id: SourceLine(file: "/a/b.swift", line: 7)], remarks: ["a remark"])
    #expect(
      CauseReport(of: 3, in: run).text == """
        step 4  AnonymousObserver#1.on next 1
        in 3    PublishSubject#1.on next 1

        subscribed by 2  PublishSubject#1.subscribe → AnonymousObserver#1
        in 1             PublishSubject#1.subscribe(onNext:) → AnonymousObserver#1  made at b.swift:7

        built of
          PublishSubject#1  made at b.swift:7
        note: a remark

        """)
    #expect(try CauseReport(of: 3, in: run).jsonText().contains("\"relation\" : \"subscribed by\""))
  }
}

extension RunScript {
  /// A subject whose elements go through a sink of `map` to an observer.
  fileprivate mutating func pipeline() {
    object("end", "AnonymousObserver<Int>", .observer)
    object("subject", "PublishSubject<Int>", .subject)
    object("map", "Map<Int, Int>", .observable)
    object("sink", "MapSink<Int, Int>", .sink, observer: "end")
  }
}
