import TestSupport
import Testing
import TraceFormat

@testable import RxTrace

@Suite("The pipelines of a run")
struct PipelinesTests {
  // MARK: Ends

  @Test("A run ends with the terminal event that it hands on")
  func terminalEvent() throws {
    let run = try pipelines { run in
      run.call(.on, "sink", .completed) { $0.call(.forwardOn, "sink", .completed) }
      run.call(.dispose, "sink")
    }
    #expect(run.runs[run.id("MapSink")].end == 5)
    #expect(run.runs[run.id("AnonymousObserver")].end == 6)
  }

  @Test("A run that was given a terminal event, and holds it, is open")
  func heldTerminalEvent() throws {
    let run = try pipelines { run in run.call(.on, "sink", .completed) }
    #expect(run.runs[run.id("MapSink")].inputEnd?.step == 4)
    #expect(run.runs[run.id("MapSink")].end == nil && run.isOpen(run.id("MapSink")))
    #expect(run.openSubscriptions.map(\.step) == [1])
  }

  @Test("A disposal ends a run when the outermost call for its subscription begins", arguments: [1, 2] as [UInt16])
  func disposal(thread: UInt16) throws {
    let run = try pipelines { run in
      run.addDisposables()
      run.on(thread: thread)
      run.call(.dispose, "all") { $0.call(.dispose, "cancel") { $0.call(.dispose, "sink") } }
    }
    #expect(run.runs[run.id("MapSink")].end == 5)
    #expect(run.openSubscriptions.isEmpty)
  }

  @Test("If a disposal and a terminal event overlap, the call that began first is the end, whichever returned first")
  func race() throws {
    let disposedFirst = try pipelines { run in
      run.addDisposables()
      run.on(thread: 2)
      run.call(.dispose, "cancel") { run in
        run.on(thread: 1)
        run.call(.on, "sink", .completed) { $0.call(.forwardOn, "sink", .completed) }
        run.on(thread: 2)
        run.call(.dispose, "sink")
      }
    }
    #expect(disposedFirst.runs[disposedFirst.id("MapSink")].end == 4)
    let completedFirst = try pipelines { run in
      run.addDisposables()
      run.call(.on, "sink", .completed) { run in
        run.call(.forwardOn, "sink", .completed) { run in
          run.on(thread: 2)
          run.call(.dispose, "cancel") { $0.call(.dispose, "sink") }
          run.on(thread: 1)
        }
      }
    }
    #expect(completedFirst.runs[completedFirst.id("MapSink")].end == 5)
  }

  @Test("The disposal of several subscriptions does not end one before it comes to it")
  func compositeRace() throws {
    let run = try pipelines { run in
      run.addDisposables()
      run.on(thread: 2)
      run.call(.dispose, "all") { run in
        run.on(thread: 1)
        run.call(.on, "sink", .completed) { $0.call(.forwardOn, "sink", .completed) }
        run.on(thread: 2)
        run.call(.dispose, "cancel") { $0.call(.dispose, "sink") }
      }
    }
    #expect(run.runs[run.id("MapSink")].end == 6)
    #expect(run.runs[run.id("AnonymousObserver")].end == 7)
  }

  // MARK: Stages

  @Test("A sink belongs to the observable whose run made it, an observer is fed by the sink")
  func stages() throws {
    let run = try pipelines { run in run.call(.on, "sink", .next, .integer(1)) }
    let (map, sink, end) = (run.id("Map"), run.id("MapSink"), run.id("AnonymousObserver"))
    #expect(run.graph.owner(of: sink) == map && run.runs[map].runCount == 1)
    #expect(run.runs[end].feeder == sink)
    #expect(run.chain(from: sink) == [sink, end])
  }

  @Test("The observer of an inner sequence is a part of its operator, and subscribed for an element")
  func inner() throws {
    let run = try pipelines { run in
      run.object("inner", "InnerObserver<Int>", .observer)
      run.link("inner", "parent", "sink")
      run.call(.on, "sink", .next, .integer(1)) { $0.subscribe("map", "inner") }
    }
    let (sink, inner) = (run.id("MapSink"), run.id("InnerObserver"))
    #expect(run.isPart(inner) && run.next(of: inner) == sink)
    #expect(run.runs[inner].subscription?.isForElement == true)
    #expect(run.runs[run.id("AnonymousObserver")].subscription?.isForElement == false)
    // The program made one subscription, the operator the other.
    #expect(run.openSubscriptions.map(\.observer) == [run.id("AnonymousObserver")])
  }

  // MARK: Events

  @Test("Each step means what happened in the pipelines")
  func events() throws {
    var names: [String] = []
    _ = try pipelines { run in
      run.call(.on, "sink", .next, .integer(1)) { run in
        run.call(.closure, "sink", .next, .integer(1))
        run.call(.forwardOn, "sink", .next, .integer(2))
      }
      run.call(.forwardOn, "sink", .next, .integer(3), isDelivered: false)
    } each: { event, _ in
      if case .returned = event { return }
      names.append(String("\(event)".prefix { $0 != "(" }))
    }
    #expect(names == ["began", "subscribed", "ran", "arrived", "entered", "left", "arrived", "undelivered"])
  }

  // MARK: Runs

  /// The pipelines of an observer that is subscribed to `map`, in steps 1 to 3, and of what `body` adds.
  private func pipelines(
    _ body: (inout RunScript) -> Void, each: (PipelineEvent, Pipelines) -> Void = { _, _ in }
  ) throws -> Pipelines {
    let trace = try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("map", "Map<Int, Int>", .observable)
      run.object("sink", "MapSink<Int, Int>", .sink, observer: "end")
      run.subscribe("map", "end", .subscribeClosures) { run in
        run.subscribe("map", "end") { $0.subscribe("map", "end", .run) }
      }
      body(&run)
    }
    let source = TraceSteps(trace)
    var run = Pipelines(source)
    while source.advance() {
      run.take(source.step, after: source.returned)
      for event in run.events { each(event, run) }
    }
    run.finish(after: source.returned)
    return run
  }
}

extension RunScript {
  /// The handle of the sink's subscription, and a disposable of the program that may hold it with others.
  fileprivate mutating func addDisposables() {
    object("cancel", "SinkDisposer", .disposable)
    link("sink", "cancel", "cancel")
    object("all", "CompositeDisposable", .disposable)
  }
}

extension Pipelines {
  fileprivate func id(_ type: String) -> ObjectID {
    runs.indices.first { source.object($0).typeName == type }!
  }
}
