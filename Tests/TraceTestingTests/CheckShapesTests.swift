import Rx
import RxTrace
import RxTracing
import Testing
import TraceTesting

/// Small programs with a mistake, each in several forms, and sound programs that resemble them.
extension ExpectTraceTests {
  @Test("a check finds the mistake, and nothing else", arguments: Shape.mistakes)
  func mistakes(shape: Shape) throws {
    let findings = try findings(shape)
    #expect(Set(findings.map { $0.rule }) == shape.rules, "\(findings.map { $0.message })")
  }

  @Test("a check finds nothing in a sound program", arguments: Shape.sound)
  func soundPrograms(shape: Shape) { expectClean(of: shape.body) }

  @Test("a check finds what holds the main thread longer than the limit", arguments: Shape.mainBlocked)
  func mainBlocked(shape: Shape) throws {
    let limits = TraceCheck.Limits(mainThread: 20_000_000)
    #expect(try findings(shape, limits).map { $0.rule } == [.mainBlocked])
  }

  @Test("a source that holds the main thread is to be subscribed to elsewhere")
  func slowSource() throws {
    let finding = try #require(try findings(.slowSource, TraceCheck.Limits(mainThread: 20_000_000)).first)
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

  private func findings(_ shape: Shape, _ limits: TraceCheck.Limits = .init()) throws -> [Finding] {
    let trace = try TraceRecorder.record(shape.body).trace.connected(toThread: 0)
    let findings = TraceCheck(trace, limits: limits).findings.filter { $0.level >= .warning }
    for finding in findings { #expect(!finding.cause.isEmpty && !finding.remedy.isEmpty) }
    return findings
  }
}

extension Shape {
  fileprivate static let mistakes =
    repeatedWork + stale + swallowed + offMain + endedByError + growing + races
  fileprivate static let sound =
    workDoneOnce + inOrder + nothingSwallowed + onMain + survivesErrors + steady + orderly
}
