import Foundation
import Rx
import RxTracing
import Testing

@testable import RxTrace
@testable import TraceAnalysis

/// Each sentence of a check has a Chinese one.
extension ExpectTraceTests {
  @Test("every sentence about a program can be told in Chinese")
  func inChinese() throws {
    let traces = try Shape.all.map { try TraceRecorder.record($0.body).trace.connected(toThread: 0) }
    // At once, because this program is large, and so each lookup takes a while.
    Symbolicator.prepare(for: Set(traces.flatMap(\.callStacks)))
    for run in traces.flatMap({ [LocatedTrace(trace: $0), LocatedTrace(ofThisProcess: $0)] }) {
      let check = TraceCheck(run, limits: TraceCheck.Limits(mainThread: 0))
      for finding in check.findings { expectChinese(finding) }
      for sentence in check.unseen { expectChinese(sentence) }
    }
  }

  @Test("a sentence keeps names, values and places in Chinese")
  func partsInChinese() {
    let told = FindingLanguage.chinese.told
    #expect(
      told("flatMap (search.swift:7) delivered \"an element\" for the older \"s\" after 2 for the newer an element")
        == "flatMap (search.swift:7)先送出较新的一个元素得到的2，之后才送出较早的\"s\"得到的\"an element\"")
    #expect(told("cart is sent 5, thread 2") == "cart is sent 5, thread 2")
    #expect(told("cart gets 1, 2, 3 and 9 more, in add(), thread 2") == "cart收到1, 2, 3等，另有9个（在add()中）（线程2）")
    #expect(told("cart gets 1, the error Offline()") == "cart收到1、错误Offline()")
    #expect(told("the right run has 2 steps more here: MapSink#1.on next 3") == "右边在这里多2步：MapSink#1.on next 3")
    #expect(told("the left run has Throttle#1 where the right one has Debounce#1") == "左边是Throttle#1，右边是Debounce#1")
    #expect(told("1 problem, 2 notes (--level note tells more about them)") == "1个问题，2个提示（--level note会显示详情）")
  }

  private func expectChinese(_ finding: Finding) {
    for sentence in [finding.message, finding.cause, finding.remedy] + finding.evidence.map(\.what) {
      expectChinese(sentence)
    }
  }

  private func expectChinese(_ sentence: String) {
    guard !sentence.isEmpty else { return }
    let told = PhraseBook.chinese.sentence(sentence)
    #expect(told != nil, "ChinesePhrases lacks: \(sentence)")
    // Code and the values of a program stay as they are.
    let prose = (told ?? "").replacing(/`[^`]*`|"[^"]*"/, with: "")
    let words = ["a", "an", "the", "was", "which", "its", "more", "first", "elements", "element", "events"]
    let english = prose.split { !$0.isASCII || !$0.isLetter }.filter { words.contains(String($0)) }
    #expect(english.isEmpty, "\(sentence): \(told ?? "")")
  }
}
