import Dispatch
import Foundation
import Rx
import RxTracing
import Testing
import TraceTesting

@testable import RxTrace
@testable import TraceAnalysis

/// Small programs with a mistake, each in several forms, and sound programs that resemble them.
extension ExpectTraceTests {
  @Test("a check finds the mistake, and nothing else", arguments: Shape.mistakes)
  func mistakes(shape: Shape) throws {
    let findings = try findings(shape)
    #expect(Set(findings.map { $0.rule }) == shape.rules, "\(findings.map { $0.message })")
  }

  @Test("a check that knows the lines of the program finds the mistake, and nothing else", arguments: Shape.inLines)
  func mistakesInLines(shape: Shape) throws {
    let findings = try findings(in: LocatedTrace(ofThisProcess: recorded(shape)))
    #expect(Set(findings.map { $0.rule }) == shape.rules, "\(findings.map { $0.message })")
  }

  @Test("a check finds nothing in a sound program", arguments: Shape.sound)
  func soundPrograms(shape: Shape) { expectClean(of: shape.body) }

  @Test("a check notes what is unusual, and nothing else of its kind", arguments: Shape.unusual)
  func unusual(shape: Shape) throws {
    let noted = Shape.noted.union(shape.rules)
    let found = TraceCheck(try recorded(shape)).findings.filter { noted.contains($0.rule) }
    #expect(Set(found.map { $0.rule }) == shape.rules, "\(found.map { $0.message })")
    for finding in found {
      #expect(finding.level == .note && !finding.cause.isEmpty && !finding.remedy.isEmpty, "\(finding.message)")
    }
  }

  @Test("a check that knows the lines notes a call that is made again", arguments: Shape.calledAgain)
  func calledAgain(shape: Shape) throws {
    let run = LocatedTrace(ofThisProcess: try recorded(shape))
    let found = TraceCheck(run).findings.filter { $0.rule == .workRepeated }
    #expect(found.count == 1 && found[0].level == .note, "\(found)")
    #expect(found.first?.message.contains("and each called `load()` again, by reading line ") == true, "\(found)")
  }

  @Test("a check that knows the lines does not note a value that is read again", arguments: Shape.readAgain)
  func readAgain(shape: Shape) throws {
    let found = TraceCheck(LocatedTrace(ofThisProcess: try recorded(shape))).findings
    #expect(!found.contains { $0.rule == .workRepeated }, "\(found)")
  }

  @Test("a check does not even note what is sound", arguments: Shape.usual)
  func usual(shape: Shape) throws {
    let noted = Shape.noted.union([.undelivered])
    let found = TraceCheck(try recorded(shape)).findings.filter { noted.contains($0.rule) }
    #expect(found.isEmpty, "\(found.map { $0.message })")
  }

  @Test("a check finds what holds the main thread longer than the limit", arguments: Shape.mainBlocked)
  func mainBlocked(shape: Shape, slow: String) throws {
    #expect(try findings(shape, slow: slow).map { $0.rule } == [.mainBlocked])
  }

  @Test("a check finds nothing if only another thread is held longer than the limit", arguments: Shape.mainFree)
  func mainFree(shape: Shape, slow: String) throws {
    #expect(try findings(shape, slow: slow).map { $0.rule } == [])
  }

  @Test("what waits in merge is told by the element of which its sequence was made")
  func backlogOfSequences() throws {
    let shape = try #require(Shape.backlog.first { $0.name == "the same, two at a time" })
    let run = LocatedTrace(ofThisProcess: try recorded(shape))
    let finding = try #require(try findings(in: run).first)
    #expect(finding.message.contains("inner sequences, which wait for the end of the one"), "\(finding.message)")
    #expect(
      finding.evidence.map(\.what)
        == ["the inner sequence of 3 was the first that had to wait", "the inner sequence of 20 was the last"])
  }

  @Test("closures of one event hold the main thread together")
  func slowTogether() throws {
    let (shape, slow) = Shape.slowTogether
    let trace = try recorded(shape).timed(slow: slow)
    let finding = try #require(try findings(in: trace, TraceCheck.Limits(mainThread: 50_000_000)).first)
    #expect(finding.rule == .mainBlocked && finding.steps.count == 2)
    #expect(finding.message.contains("closures held the main thread for 60 ms within one event"))
    #expect(try findings(in: trace, TraceCheck.Limits(mainThread: 70_000_000)).isEmpty)
  }

  @Test("one cause is named once", arguments: Shape.manyInners + Shape.growing + Shape.loops)
  func oneName(shape: Shape) throws {
    let found = TraceCheck(try recorded(shape)).findings.map { $0.rule }
    #expect(!found.contains(.stale) && !found.contains(.neverRan), "\(found)")
  }

  @Test("a cycle that only the source shows is found")
  func cycle() throws {
    let shape = try #require(Shape.neverReleased.first)
    withKnownIssue {
      expectClean(of: shape.body)
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().contains("[never-released]")
    }
  }

  @Test("a source that holds the main thread is to be subscribed to elsewhere")
  func slowSource() throws {
    let finding = try #require(try findings(Shape.slowSource.shape, slow: Shape.slowSource.slow).first)
    #expect(finding.remedy.hasPrefix("Subscribe to it on another scheduler (`subscribe(on:)` behind it)"))
    #expect(finding.evidence.map(\.what) == ["the closure runs at the subscription"])
  }

  @Test("a finding is an issue at the call, with the lines of the program, the cause and the remedy")
  func issueOfFinding() {
    let (clock, call) = (Clock(), #line + 2)
    withKnownIssue {
      expectClean {
        let (text, bag) = (PublishSubject<String>(), DisposeBag())
        text.throttle(.seconds(1), latest: false, scheduler: clock.scheduler).subscribe().disposed(by: bag)
        for typed in ["h", "he", "hello"] { text.onNext(typed) }
      }
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return issue.sourceLocation?.line == call && text.hasPrefix("warning: \"hello\" went into throttle (")
        && text.contains("CheckShapesTests.swift:\(call + 3)") && text.contains("\n  fix: ")
    }
    expectClean(ignoring: [.swallowed]) {
      let (text, bag) = (PublishSubject<String>(), DisposeBag())
      text.throttle(.seconds(1), latest: false, scheduler: clock.scheduler).subscribe().disposed(by: bag)
      for typed in ["h", "he", "hello"] { text.onNext(typed) }
    }
  }

  @Test("another thread's disposal of a subscription to a subject belongs to the run")
  func disposalElsewhere() {
    expectClean(level: .note) {
      nonisolated(unsafe) let subscription = PublishSubject<Int>().subscribe(onNext: { ignore($0) })
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        subscription.dispose()
        done.signal()
      }
      Wait.for(done)
    }
  }

  private func findings(_ shape: Shape) throws -> [Finding] { try findings(in: recorded(shape)) }

  /// With a limit of 20 milliseconds for the main thread, in a run in which the closures of some objects take 30.
  private func findings(_ shape: Shape, slow type: String) throws -> [Finding] {
    try findings(in: recorded(shape).timed(slow: type), TraceCheck.Limits(mainThread: 20_000_000))
  }

  private func recorded(_ shape: Shape) throws -> Trace {
    try TraceRecorder.record(shape.body).trace.connected(toThread: 0)
  }

  private func findings(in trace: Trace, _ limits: TraceCheck.Limits = .init()) throws -> [Finding] {
    try findings(in: LocatedTrace(trace: trace), limits)
  }

  private func findings(in run: LocatedTrace, _ limits: TraceCheck.Limits = .init()) throws -> [Finding] {
    let findings = TraceCheck(run, limits: limits).findings.filter { $0.level >= .warning }
    for finding in findings { #expect(!finding.cause.isEmpty && !finding.remedy.isEmpty, "\(finding.message)") }
    return findings
  }
}

extension Trace {
  /// The run with other times: each step takes a microsecond, and each closure of objects of a type 30 milliseconds more.
  fileprivate func timed(slow type: String) -> Trace {
    var trace = self
    var now: UInt64 = 0
    func pass(_ step: Int) {
      trace.steps[step].time = now
      now += 1_000
      for child in children(of: step) { pass(child.index) }
      if steps[step].kind == .closure, object(of: steps[step])?.typeName == type { now += 30_000_000 }
      if steps[step].endTime != nil { trace.steps[step].endTime = now }
    }
    for step in steps where step.parent == nil { pass(step.index) }
    return trace
  }
}

extension Shape {
  fileprivate static let mistakes =
    repeatedWork + stale + swallowed + droppedForOther + waiting + backlog + manyInners + retryStorm + movesNothing
    + offMain + endedByError + endedInTests + unhandledErrors + growing + races + lostBefore + loops + neverRan
    + reentrant + afterEnd + leftOut
  fileprivate static let inLines =
    bagGone + neverReleased + sameObject + movedSubscription + neverDisposed + nests + reused
  fileprivate static let sound =
    workDoneOnce + inOrder + nothingSwallowed + heardOther + answered + keepingUp + fewInners + patient + consistent
    + movesWork + onMain + survivesErrors + goesOnInTests + steady + orderly
    + nothingBefore + atRest + bagKept + otherObject + outlived + ending + released + flat + renewed
    + underWay + inTurn + ended + served
  /// Rules that have notes about what may be meant.
  fileprivate static let noted: Set<Finding.Rule> = [
    .waiting, .backlog, .manyInners, .retryStorm, .glitch, .movesNothing, .oldReplay, .loop, .growing,
    .neverDisposed, .innerGoesOn,
  ]
  fileprivate static let unusual =
    outliving + unanswered + crowded + glitch + keptAtDisposal + oldReplay + cutLoops + lasting + cutNests
  /// Each program once, those of the main thread too.
  static let all =
    mistakes + inLines + sound + unusual + (mainBlocked + mainFree + [slowTogether]).map(\.shape)
    + nothingKept + freshReplay + calledAgain + readAgain

  fileprivate static let usual =
    answered + keepingUp + fewInners + patient + consistent + movesWork + nothingKept + freshReplay + outlived + ending
    + flat
}
