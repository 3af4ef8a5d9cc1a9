import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import PipelineRunning
@testable import RxTrace
@testable import TraceAnalysis

@Suite("The findings of a check", .oneAtATime)
struct TraceCheckTests {
  @Test("Nothing, in a sequence that is subscribed to, sends and ends")
  func clean() throws {
    let findings = try check { run in
      run.subscribe("map", "end", .subscribeClosures) { run in
        run.subscribe("map", "end") { run in
          run.subscribe("map", "end", .run) { run in
            run.call(.on, "sink", .next, .integer(1)) { run in run.call(.forwardOn, "sink", .next, .integer(1)) }
            run.call(.on, "sink", .completed) { run in
              run.call(.forwardOn, "sink", .completed)
              run.call(.dispose, "sink")
            }
          }
        }
      }
    }
    #expect(findings.isEmpty)
  }

  @Test("Two threads that give one object events at once")
  func overlap() throws {
    let findings = try check { run in
      run.subscribe("subject", "end")
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.on(thread: 2)
        run.call(.on, "subject", .next, .integer(2)) { run in run.call(.on, "end", .next, .integer(2)) }
        run.on(thread: 1)
        run.call(.on, "end", .next, .integer(1))
      }
      run.call(.on, "end", .completed)
    }
    #expect(findings.map(\.rule) == [.overlap])
    #expect(findings[0].level == .error && findings[0].steps == [1, 2])
  }

  @Test("Two threads that take turns")
  func turns() throws {
    let findings = try check { run in
      run.subscribe("subject", "end")
      run.call(.on, "subject", .next, .integer(1)) { run in run.call(.on, "end", .next, .integer(1)) }
      run.on(thread: 2)
      run.call(.on, "subject", .next, .integer(2)) { run in run.call(.on, "end", .completed) }
    }
    #expect(findings.isEmpty)
  }

  @Test("An event from within the delivery of another, found once for all that it passes")
  func reentrancy() throws {
    let findings = try check { run in
      run.subscribe("subject", "end")
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.call(.on, "end", .next, .integer(1)) { run in
          run.call(.on, "subject", .next, .integer(2)) { run in run.call(.on, "end", .next, .integer(2)) }
        }
      }
      run.call(.on, "end", .completed)
    }
    #expect(findings.map(\.rule) == [.reentrancy])
    #expect(findings[0].level == .warning && findings[0].steps == [1, 3])
  }

  @Test(
    "A sink that subscribes to the next sequence as one ends is not reentrant, nor is it given events after its end")
  func concatenation() throws {
    let findings = try check { run in
      run.call(.on, "sink", .next, .integer(1)) { run in run.call(.forwardOn, "sink", .next, .integer(1)) }
      run.call(.on, "sink", .completed) { run in
        run.subscribe("subject", "sink") { run in run.call(.on, "sink", .next, .integer(2)) }
      }
      run.call(.on, "end", .completed)
    }
    #expect(findings.isEmpty)
  }

  @Test("Events after the end, without their consequences")
  func afterEnd() throws {
    let findings = try check { run in
      run.call(.on, "sink", .completed)
      run.call(.on, "sink", .next, .integer(1)) { run in
        run.call(.forwardOn, "sink", .next, .integer(1), isDelivered: false)
      }
      run.call(.on, "sink", .completed)
    }
    #expect(findings.map(\.rule) == [.afterEnd])
    #expect(findings[0].steps == [0, 1, 3])
    #expect(findings[0].message == "Map was given 2 events after its end")
  }

  @Test("An observer that checks its events has an end; a binder takes those of one sequence after another")
  func observersWithoutEnd() throws {
    for (isChecked, expected) in [(true, [Finding.Rule.afterEnd]), (false, [])] {
      let findings = try check { run in
        run.call(.on, "end", .completed) { run in
          if isChecked { run.call(.onCore, "end", .completed) }
        }
        run.call(.on, "end", .next, .integer(1))
      }
      #expect(findings.map(\.rule) == expected)
    }
  }

  @Test("Events that came after disposal are a note")
  func undelivered() throws {
    let findings = try check { run in
      run.call(.dispose, "sink")
      run.call(.on, "sink", .next, .integer(1)) { run in
        run.call(.forwardOn, "sink", .next, .integer(1), isDelivered: false)
      }
    }
    #expect(findings.map(\.rule) == [.undelivered])
    #expect(findings[0].level == .note && findings[0].steps == [2])
  }

  @Test("An unhandled error, and one that a closure handled")
  func errors() throws {
    for (isHandled, expected) in [(false, [Finding.Rule.unhandledError]), (true, [])] {
      let findings = try check { run in
        run.subscribe("map", "end", .subscribeClosures)
        run.call(.on, "end", .error, .description("broken")) { run in
          run.call(.onCore, "end", .error, .description("broken")) { run in
            if isHandled { run.call(.closure, "end", .error, .description("broken")) }
          }
        }
      }
      #expect(findings.map(\.rule) == expected)
    }
  }

  @Test("Subscriptions of one line to several sequences are a note, unless they are made at once")
  func neverDisposed() throws {
    let three = try lasting(3, sending: true)
    #expect(three.map(\.rule) == [.neverDisposed] && three[0].level == .note && three[0].steps.count == 3)
    let message = "one line subscribed to 3 sequences, Map, one after another, and none of the subscriptions ended"
    #expect(three[0].message == message)
    #expect(try lasting(2, sending: true).isEmpty)
    #expect(try lasting(3, sending: false).isEmpty)
    // Nobody could have disposed anything before the program was cut off.
    #expect(try lasting(3, sending: true, isComplete: false).allSatisfy { $0.rule == .incomplete })
  }

  private func lasting(_ count: Int, sending: Bool, isComplete: Bool = true) throws -> [Finding] {
    try check { run in
      for number in 1...count {
        run.object("map \(number)", "Map<Int, Int>", .observable)
        run.object("end \(number)", "AnonymousObserver<Int>", .observer)
        run.object("sink \(number)", "MapSink<Int, Int>", .sink, observer: "end \(number)")
        run.made("map \(number)", at: 8)
        run.made("end \(number)", at: 9)
      }
      for number in 1...count {
        run.subscribe("map \(number)", "end \(number)", .subscribeClosures) { run in
          run.subscribe("map \(number)", "end \(number)")
        }
        if sending { run.call(.on, "sink \(number)", .next, .integer(1)) }
      }
      for number in 1...count { run.call(.forwardOn, "sink \(number)", .next, .integer(1)) }
      run.ends(isComplete: isComplete)
    }
  }

  @Test("Every way to end a subscription is recognised", arguments: ["sink", "disposer", "place"])
  func disposed(disposable: String) throws {
    let findings = try check { run in
      run.object("disposer", "SinkDisposer", .disposable)
      run.link("sink", "cancel", "disposer")
      run.object("place", "SubjectSubscription", .disposable)
      run.link("place", "receiver", "end")
      run.subscribe("map", "end", .subscribeClosures)
      run.call(.forwardOn, "sink", .next, .integer(1))
      run.call(.dispose, disposable)
    }
    #expect(findings.isEmpty)
  }

  @Test("Actions that were scheduled and never ran")
  func neverRan() throws {
    let lost = try scheduling(hadTurn: false)
    #expect(lost.filter { $0.rule == .neverRan }.map(\.level) == [.warning])
    #expect(
      lost.contains {
        $0.message
          == "an action of Scheduler#1 had not run when the program ended: nothing that Map was given arrived"
      })
    #expect(try scheduling(hadTurn: true).filter { $0.rule == .neverRan }.map(\.level) == [.note])
  }

  @Test("An action by which a stage was subscribed to says nothing of those for its events")
  func neverRanAfterTrampoline() throws {
    let lost = try check { run in
      run.object("scheduler", "Scheduler", .scheduler)
      run.object("trampoline", "CurrentThreadScheduler", .scheduler)
      run.subscribe("map", "end") { run in
        let asked = run.call(.schedule, "trampoline")
        run.call(.scheduledAction, "trampoline", .none, .record(asked))
      }
      run.call(.on, "sink", .next, .integer(1)) { $0.call(.schedule, "scheduler") }
    }
    #expect(lost.filter { $0.rule == .neverRan }.map(\.level) == [.warning])
  }

  private func scheduling(hadTurn: Bool) throws -> [Finding] {
    try check { run in
      run.object("scheduler", "Scheduler", .scheduler)
      run.subscribe("map", "end", .subscribeClosures)
      run.call(.on, "sink", .next, .integer(1)) { run in
        if hadTurn {
          let asked = run.call(.schedule, "scheduler")
          run.call(.scheduledAction, "scheduler", .none, .record(asked))
        }
        run.call(.schedule, "scheduler")
      }
    }
  }

  @Test("A subject without any subscription, and one with a late subscription")
  func nobodySubscribed() throws {
    let deaf = try check { run in run.call(.on, "subject", .next, .integer(1)) }
    #expect(deaf.map(\.rule) == [.nobodySubscribed] && deaf[0].level == .warning)
    let late = try check { run in
      run.call(.on, "subject", .next, .integer(1))
      run.subscribe("subject", "end")
      run.call(.on, "end", .completed)
    }
    #expect(late.map(\.rule) == [.lostBefore] && late[0].level == .warning)
  }

  @Test(
    "A subject that keeps its elements loses none", arguments: ["BehaviorSubject", "ReplaySubject", "AsyncSubject"])
  func remembering(type: String) throws {
    let findings = try check { run in
      run.object("memory", "\(type)<Int>", .subject)
      run.call(.on, "memory", .next, .integer(1))
    }
    #expect(findings.isEmpty)
  }

  @Test("A producer that did not run for a subscription")
  func withoutRun() throws {
    let findings = try check { run in
      run.subscribe("map", "end") { run in run.subscribe("map", "end", .run) }
      run.subscribe("map", "sink")
      run.call(.on, "end", .completed)
    }
    #expect(findings.map(\.rule) == [.subscribeWithoutRun])
    #expect(findings[0].steps == [2])
  }

  @Test("A recording that is not whole")
  func incomplete() throws {
    let findings = try check { run in
      run.call(.dispose, "sink")
      run.on(thread: 2)
      run.call(.dispose, "end")
      run.ends(isComplete: false, dropped: 3)
    }
    #expect(findings.map(\.rule) == [.incomplete, .incomplete])
    #expect(findings.contains { $0.message == "3 records dropped: the size limit was reached" })
    #expect(findings.contains { $0.steps == [0, 1] })
  }

  @Test(
    "A thread may be in the middle of a record when the recording ends; in one that was cut off, something is missing")
  func unfinished() throws {
    var trace = try TraceWriter.hello.trace
    trace.unfinishedRecords = 1
    for isComplete in [true, false] {
      trace.isComplete = isComplete
      let finding = try #require(TraceCheck(trace).findings.first { $0.message.hasPrefix("1 record unfinished") })
      #expect(finding.level == (isComplete ? .note : .warning))
    }
  }

  @Test("Each gap of a recording is a finding of its own; what a ring forgets is none")
  func gaps() throws {
    func messages(_ change: (inout Trace) -> Void) throws -> [String] {
      var trace = try TraceWriter.hello.trace
      change(&trace)
      return TraceCheck(trace).findings.filter { $0.rule == .incomplete }.map { "\($0.level.rawValue): \($0.message)" }
    }
    #expect(try messages { _ in } == [])
    #expect(try messages { $0.damagedSlots = 2 } == ["warning: 2 slots of the file unreadable"])
    let full = try messages { ($0.droppedRecords, $0.dropReason) = (3, UInt32(ENOSPC)) }
    #expect(full == ["warning: 3 records dropped: No space left on device"])
    for isRing in [false, true] {
      let removed = try messages { ($0.removedRecords, $0.isRing) = (9, isRing) }
      #expect(removed.count == (isRing ? 0 : 1) && removed.allSatisfy { $0.hasPrefix("warning: 9 recorded calls") })
    }
    let both = try messages { ($0.damagedSlots, $0.unfinishedRecords) = (1, 1) }
    #expect(both.count == 2)
  }

  @Test("The report shows the findings of the level, the titles of the others, and counts both")
  func report() throws {
    var script = RunScript()
    script.objects()
    script.call(.on, "subject", .next, .integer(1))
    script.call(.dispose, "sink")
    script.call(.forwardOn, "sink", .next, .integer(2), isDelivered: false)
    let run = AnalysedRun(name: "run", trace: try script.trace())
    let report = CheckReport(run)
    #expect(
      report.text == """
        warning: PublishSubject was given an element, and nobody ever subscribed  [nobody-subscribed]
          PublishSubject gets 1  (step 1)
          why: A subject that keeps nothing drops an element that nobody takes.
          fix: Subscribe before the first element, or use a `BehaviorRelay` or `ReplaySubject`.

        note: Map had an event to hand on after it was disposed  [undelivered]

        not looked at: the main thread, because the program used no scheduler of it
        not looked at: races, because everything ran on one thread
        not looked at: subscriptions that only grow at one line, because no call stacks were recorded
        run: 1 problem, 1 note (--level note tells more about it)

        """)
    #expect(CheckReport(run, level: .error).findings.isEmpty)
    #expect(CheckReport(run, level: .note).findings.count == 2)
    #expect(try report.jsonText().contains("\"rule\" : \"nobody-subscribed\""))
  }

  @Test("Editors and code scanners get the line to change, and the other lines as notes")
  func machineReadable() throws {
    var script = RunScript()
    script.objects()
    script.call(.on, "subject", .next, .integer(1))
    let place = SourceLine(file: "/home/me/cart list.swift", line: 7)
    var run = AnalysedRun(name: "run", trace: try script.trace())
    #expect(CheckReport(run).editorText.hasPrefix("run: warning: PublishSubject was given an element"))
    run = AnalysedRun(name: "run", trace: run.trace)
    var finding = try #require(CheckReport(run).findings.first)
    finding.place = place
    finding.evidence = [Finding.Evidence(SourceLine(file: "/home/me/b.swift", line: 9), "subscribes")]
    let report = CheckReport(run, showing: [finding])
    #expect(
      report.editorText == """
        /home/me/cart list.swift:7: warning: \(finding.message) [nobody-subscribed]
        /home/me/b.swift:9: note: subscribes
        /home/me/cart list.swift:7: note: \(finding.remedy)

        """)
    let sarif = try #require(
      try JSONSerialization.jsonObject(with: Data(try report.sarifText().utf8)) as? [String: Any])
    #expect(sarif["version"] as? String == "2.1.0")
    let results = (sarif["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]
    let result = try #require(results?.first)
    #expect(result["ruleId"] as? String == "nobody-subscribed" && result["level"] as? String == "warning")
    let text = try report.sarifText()
    #expect(text.contains("\"uri\" : \"file:///home/me/cart%20list.swift\"") && text.contains("\"startLine\" : 7"))
  }

  @Test("In a workflow command, what would end a part of it is escaped")
  func workflowCommand() throws {
    var script = RunScript()
    script.objects()
    script.call(.on, "subject", .next, .integer(1))
    let run = AnalysedRun(name: "::error::run", trace: try script.trace())
    var finding = try #require(CheckReport(run).findings.first)
    finding.place = SourceLine(file: "/home/me/cart, 100%:new.swift", line: 7)
    (finding.message, finding.cause, finding.remedy) = ("given 5%: a, b\r\n::error::x", "", "Subscribe.")
    #expect(
      CheckReport(run, showing: [finding]).githubText(checkout: "/home/me") == """
        ::warning file=cart%2C 100%25%3Anew.swift,line=7,title=nobody-subscribed::given 5%25: a, b\\r\\n::error::x.%0ASubscribe.
        headwater check: ::error::run: 1 problem

        """)
  }

  @Test("A closure that captures self is found in the source, and a weak one is not", arguments: [true, false])
  func capturing(isStrong: Bool) {
    let source = """
      final class Screen {
        private let bag = DisposeBag()
        init(_ prices: Observable<Int>) {
          prices
            .map { "\\($0) {" } // {
            .subscribe(onNext: { \(isStrong ? "" : "[weak self] ")text in
              self\(isStrong ? "" : "?").title = text
            })
            .disposed(by: bag)
        }
      }
      """
    let cycle = SourceStatements(source).cycle(at: 6)
    #expect((cycle != nil) == isStrong)
    if let cycle {
      #expect(cycle.type == "Screen" && cycle.bag == "bag" && cycle.bagLine == 2 && cycle.captureLine == 7)
    }
  }

  @Test(
    "No cycle: a bag of somebody else, a struct, no self, a subscription that is kept elsewhere",
    arguments: [
      "class A { func f() { x.subscribe(onNext: { self.g($0) }).disposed(by: bag) } }",
      "struct A { let bag = DisposeBag()\n func f() { x.subscribe(onNext: { self.g($0) }).disposed(by: bag) } }",
      "class A { let bag = DisposeBag()\n func f() { x.subscribe(onNext: { g($0) }).disposed(by: bag) } }",
      "class A { let bag = DisposeBag()\n func f() { x.subscribe(with: self, onNext: { $0.g($1) }).disposed(by: bag) } }",
      "class A { let bag = DisposeBag()\n func f() { x.subscribe(onNext: { self.g($0) }) } }",
    ])
  func noCycle(source: String) {
    for line in 1...2 { #expect(SourceStatements(source).cycle(at: line) == nil) }
  }

  /// Checks a run in memory, and the file of the same run, which must have the same findings.
  private func check(_ body: (inout RunScript) -> Void) throws -> [Finding] {
    var run = RunScript()
    run.objects()
    body(&run)
    return try withFile(run.writer.file) { path in
      let trace = try Trace(contentsOf: path)
      let findings = TraceCheck(trace).findings
      #expect(try CheckReport(path: path, level: .note).isLike(findings, in: trace))
      return findings
    }
  }
}

extension RunScript {
  fileprivate mutating func objects() {
    object("end", "AnonymousObserver<Int>", .observer)
    object("subject", "PublishSubject<Int>", .subject)
    object("map", "Map<Int, Int>", .observable)
    object("sink", "MapSink<Int, Int>", .sink, observer: "end")
  }
}
