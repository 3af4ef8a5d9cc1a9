import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

/// Eight times the size may take eight times as long, and some more for the caches that it leaves, but not the
/// sixty-four times of a quadratic algorithm.
@Suite("The cost of a large recording", .oneAtATime)
struct GrowthTests {
  private static let sizes = (small: 250, large: 2000)
  private static let most = 28.0

  private enum Shape: String, CaseIterable {
    /// Calls within calls: a subject whose observer sends to it.
    case deep
    /// Operators that feed one another, subscribed to one within the other.
    case chain
    /// One object that holds many.
    case links
    /// Sequences that begin and end one after another.
    case objects
    /// Each call on a thread of its own, all under way at once.
    case threads
    /// Subscriptions to one subject by one observer.
    case subscriptions
    /// Types and source lines, each used once.
    case definitions
    /// Pieces of a line that other threads broke up.
    case pieces
  }

  private static func file(_ shape: Shape, _ count: Int) -> [UInt8] {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.subject.rawValue, object: 1, .string("PublishSubject<Int>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    writer.add(.subscribeClosures, object: 1, .reference(2))
    writer.add(.subscribe, object: 1, depth: 1, .reference(2))
    for number in 0..<count { add(shape, number, &writer) }
    return writer.file
  }

  private static func add(_ shape: Shape, _ number: Int, _ writer: inout TraceWriter) {
    let object = UInt32(number) * 2 + 10
    let value = TraceWriter.Value.integer(Int64(number))
    let next = TraceWriter.next
    switch shape {
    case .deep:
      let depth = UInt16(clamping: number * 2)
      writer.add(.on, next, object: 1, depth: depth, value)
      writer.add(.on, next, object: 2, depth: depth + 1, value)
    case .chain:
      let depth = UInt16(clamping: number * 2)
      writer.add(.defineObject, ObjectRole.observable.rawValue, object: object, .string("Map<Int, Int>"))
      writer.add(
        .defineObject, ObjectRole.sink.rawValue, object: object + 1, site: number == 0 ? 2 : object - 1,
        .string("MapSink<Int, Int>"))
      writer.add(.defineLink, object: object + 1, site: number == 0 ? 2 : object - 1, .string("observer"))
      writer.add(.subscribe, object: object, depth: depth, .reference(object + 1))
      writer.add(.schedule, object: object, depth: depth + 1)
    case .links:
      writer.add(.defineObject, object: object, .string("Thing"))
      writer.add(.defineLink, object: 1, site: object, .string("thing"))
      writer.add(.defineLink, object: 1, site: object, .string("thing"))
    case .objects:
      writer.add(.defineObject, ObjectRole.observable.rawValue, object: object, .string("Just<Int>"))
      writer.add(.defineObject, ObjectRole.observer.rawValue, object: object + 1, .string("AnonymousObserver<Int>"))
      writer.add(.subscribe, object: object, .reference(object + 1))
      writer.add(.on, next, object: object + 1, depth: 1, value)
      writer.add(.on, TraceWriter.completed, object: object + 1, depth: 1)
      writer.add(.dispose, object: object + 1)
    case .threads:
      writer.add(.defineThread, thread: UInt16(number + 2), .string("thread \(number)"))
      writer.add(.on, next, object: 1, thread: UInt16(number + 2), value)
      writer.add(.on, next, object: 2, thread: UInt16(number + 2), depth: 1, value)
    case .subscriptions:
      writer.add(.subscribe, object: 1, .reference(2))
      writer.add(.run, object: 1, depth: 1, .reference(2))
      writer.add(.on, next, object: 2, depth: 1, value)
      writer.add(.dispose, object: 2)
    case .definitions:
      writer.add(.defineObject, object: object, .string("Type\(number)<Int>"))
      writer.add(.defineSite, object: object, .string("Rx/File\(number).swift:\(number + 1)"))
      writer.add(.on, next, object: object, site: object, value)
    case .pieces:
      writer.add(.output, 0, .string("piece "))
      writer.add(.on, next, object: 2, thread: 2, value)
    }
  }

  private func time(_ path: String, _ work: (AnalysedRun) throws -> Void) throws -> Double {
    let trace = try Trace(contentsOf: path)
    let run = AnalysedRun(name: "run", trace: trace)
    return try processorTime { try work(run) }
  }

  @Test("Reading, every form and every report grow as the recording does", arguments: Shape.allCases.map(\.rawValue))
  func growth(shape: String) throws {
    let shape = try #require(Shape(rawValue: shape))
    try withFile(Self.file(shape, Self.sizes.small)) { small in
      try withFile(Self.file(shape, Self.sizes.large)) { large in
        let reading = [small, large].map { path in processorTime { _ = try? Trace(contentsOf: path) } }
        #expect(reading[1] < reading[0] * Self.most, "reading")
        for (name, work) in Self.works where !Self.isLong(name, shape) {
          let times = try [small, large].map { try time($0, work) }
          // A form that takes no time in either size is not compared.
          #expect(times[1] < max(times[0], 0.002) * Self.most, "\(name)")
        }
      }
    }
  }

  /// A chain has two spaces for each level, so the text itself grows with the square of the depth.
  private static func isLong(_ form: String, _ shape: Shape) -> Bool {
    form == TraceForm.chain.rawValue && (shape == .deep || shape == .chain)
  }

  private static var works: [(String, (AnalysedRun) throws -> Void)] {
    let forms = TraceForm.texts.map { form in
      (form.rawValue, { (run: AnalysedRun) in _ = try form.text(LocatedTrace(trace: run.trace)) })
    }
    var lanes = TraceLook()
    lanes.grouping = .threads
    return forms + [
      ("lanes", { [lanes] in _ = try TraceForm.svg.text(LocatedTrace(trace: $0.trace), lanes) }),
      ("check", { _ = CheckReport($0, level: .note).text }),
      ("why", { _ = CauseReport(of: $0.trace.steps.count - 1, in: $0).text }),
      ("story", { _ = WhyReport(of: [$0.trace.steps.count - 1], in: $0).text }),
      ("why-not", { _ = try? WhyNotReport(value: "1", at: nil, in: $0).text }),
      ("diff", { run in _ = DiffReport(run, run).text }),
      (
        "diff of what lacks half",
        { run in
          var other = run
          other.located.trace = TraceFilter(kinds: [.subscribe, .subscribeClosures]).apply(to: run.trace)
          _ = DiffReport(run, other).text
        }
      ),
    ]
  }
}
