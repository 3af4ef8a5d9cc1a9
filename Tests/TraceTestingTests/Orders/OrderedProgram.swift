import Rx
import RxTrace
import RxTracing
import Testing
import TraceTesting

@testable import RxTrace
@testable import TraceAnalysis

/// What a check finds must not depend on which thread was quicker. So programs of two threads run in every order of their
/// points, and for each order it is said what is true of it, by the calls that began first.
extension ExpectTraceTests {
  @Test("every order of two threads is told as it was", arguments: OrderedProgram.all)
  func orders(program: OrderedProgram) throws {
    let count = try ThreadOrder.all { order in
      let witness = Witness()
      let trace = try TraceRecorder.record { program.body(order, witness) }.trace.ofOrderedThreads
      #expect(!order.isBroken, "\(order.points)")
      let findings = Set(TraceCheck(trace).findings.map { OrderedProgram.text(of: $0, in: trace) })
      #expect(findings == program.findings(order), "\(order.points)")
      guard !witness.accounts.isEmpty else { return }
      let told = Self.accounts(of: trace)
      #expect(Witness.areAlike(told, witness.accounts), "\(order.points) \(told) \(witness.accounts)")
      if let ends = program.ends?(order) { #expect(told.map(\.end) == ends, "\(order.points)") }
      try expectFates(program, trace, witness, order)
    }
    #expect(count == program.count)
  }

  /// An element has arrived for `why-not` if a closure of the program was given it.
  private func expectFates(
    _ program: OrderedProgram, _ trace: Trace, _ witness: Witness, _ order: ThreadOrder
  ) throws {
    let run = AnalysedRun(name: "run", trace: trace)
    let received = witness.accounts.flatMap(\.elements)
    for element in program.elements {
      let told = try Told(element, in: run)
      let isSeen = received.contains { $0.contains(element) }
      #expect((told.outcome == "arrived") == isSeen, "\(order.points) \(element): \(told)")
      if let reason = program.dropped?(order)[element] { #expect(told.reason == reason, "\(order.points) \(told)") }
    }
  }
}

/// A program of two threads, and what is true of it in each order.
struct OrderedProgram: CustomTestStringConvertible, Sendable {
  let name: String
  let count: ThreadOrder.Count
  /// The elements that are sent in every order. Elements have three digits, so that none is a part of another's text.
  var elements: [String] = []
  /// The reasons for which elements did not arrive.
  var dropped: (@Sendable (ThreadOrder) -> [String: String])?
  /// How each subscription ended.
  var ends: (@Sendable (ThreadOrder) -> [Witness.End?])?
  /// The findings, each with its level, its rule and the stage. Each stage stands once in a program, so that it tells the
  /// line.
  let findings: @Sendable (ThreadOrder) -> Set<String>
  let body: @Sendable (ThreadOrder, Witness) -> Void

  init(
    _ name: String, orders: Int, impossible: Int = 0, elements: [Int] = [],
    dropped: (@Sendable (ThreadOrder) -> [String: String])? = nil,
    ends: (@Sendable (ThreadOrder) -> [Witness.End?])? = nil,
    finds findings: @escaping @Sendable (ThreadOrder) -> Set<String>,
    _ body: @escaping @Sendable (ThreadOrder, Witness) -> Void
  ) {
    (self.name, self.elements) = (name, elements.map { "\($0)" })
    count = ThreadOrder.Count(forced: orders, impossible: impossible)
    (self.dropped, self.ends, self.findings, self.body) = (dropped, ends, findings, body)
  }

  var testDescription: String { name }

  /// `warning ended-by-error PublishSubject MapSink`
  static func text(of finding: Finding, in trace: Trace) -> String {
    ([finding.level.rawValue, finding.rule.rawValue] + finding.objects.map { trace.objects[$0].typeName })
      .joined(separator: " ")
  }
}

extension Trace {
  /// The steps of the thread that recorded, and of those that ran in an order. Other tests may run meanwhile.
  fileprivate var ofOrderedThreads: Trace {
    part(steps.map { $0.thread == 0 || threads[$0.thread].name.hasPrefix(ThreadOrder.threadName) }, firstThread: 0)
  }
}
