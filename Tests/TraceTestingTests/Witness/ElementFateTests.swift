import Foundation
import Rx
import RxTracing
import Testing
import TraceTesting

@testable import RxTrace
@testable import TraceAnalysis

/// What `why-not` says of each element that a program sends is held against what the program's closures received, and
/// against the reasons that are written beside the program by hand.
extension ExpectTraceTests {
  @Test("what became of each element, and why, is so", arguments: FatedProgram.all)
  func fates(program: FatedProgram) throws {
    let witness = Witness()
    let trace = try TraceRecorder.record { program.body(witness) }.trace
    let run = AnalysedRun(name: "run", trace: trace)
    let received = witness.accounts.flatMap(\.elements)
    for (element, reason) in program.fates {
      let told = try Told(element, in: run)
      #expect(told.reason ?? told.outcome == reason, "\(element): \(told.message ?? "") \(received)")
      let isSeen = received.contains { $0.contains(element) }
      #expect((told.outcome == "arrived") == isSeen, "\(element): \(told.outcome), \(received)")
    }
  }

  @Test("a package's program need not run again for the next question, if its recording is kept")
  func nextQuestion() throws {
    let trace = try TraceRecorder.record {
      let numbers = PublishSubject<Int>()
      _ = numbers.filter { $0 > 101 }.subscribe(onNext: { ignore($0) })
      numbers.onNext(101)
    }.trace
    var run = AnalysedRun(name: "Shop", trace: trace)
    func next() throws -> Substring? {
      try WhyNotReport(value: "101", at: nil, in: run).text.split(separator: "\n").first { $0.hasPrefix("next: ") }
    }
    #expect(try next()?.hasPrefix("next: headwater why Shop ") == true)
    run.isOfPackage = true
    #expect(try next()?.hasPrefix("next: --keep run.hwtrace, then headwater why run.hwtrace ") == true)
  }

  /// What `why-not` says of an element.
  struct Told: Decodable {
    var outcome: String
    var reason: String?
    var message: String?

    init(_ element: String, in run: AnalysedRun) throws {
      let report = try WhyNotReport(value: element, at: nil, in: run)
      self = try JSONDecoder().decode(Told.self, from: Data(report.jsonText().utf8))
    }
  }
}

/// A program, and for each element that it sends the reason why nobody received it, or `arrived`.
struct FatedProgram: CustomTestStringConvertible, Sendable {
  let name: String
  /// In the order in which the elements are sent.
  let fates: [(element: String, reason: String)]
  let body: @Sendable (Witness) -> Void

  /// - Parameter fates: `101 arrived, 102 filtered`. Elements have three digits, so that none is a part of another's text.
  init(_ name: String, _ fates: String, _ body: @escaping @Sendable (Witness) -> Void) {
    (self.name, self.body) = (name, body)
    self.fates = fates.split(separator: ",").map { fate in
      let words = fate.split(separator: " ").map(String.init)
      return (words[0], words[1])
    }
  }

  var testDescription: String { name }
}
