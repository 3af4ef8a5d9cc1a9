import Foundation
import Rx
import RxTracing
import Testing
import TraceTesting

@testable import RxTrace
@testable import TraceAnalysis

/// What `why` says of each element that a closure received is held against the text of the element: the programs make each
/// one of the numbers that it comes from, and they do that in their own closures.
extension ExpectTraceTests {
  @Test("why names exactly the elements that each one was made of", arguments: OriginProgram.all)
  func origins(program: OriginProgram) throws {
    let witness = Witness()
    let trace = try TraceRecorder.record { program.body(witness) }.trace
    let run = AnalysedRun(name: "run", trace: trace)
    let closures = trace.steps.filter { $0.kind == .closure && $0.event == .next && Self.isWitness($0, trace) }
    let received = closures.compactMap(\.value?.text)
    let seen = witness.accounts.flatMap(\.elements)
    #expect(program.isReentrant || received.sorted() == seen.sorted() && !received.isEmpty)
    for closure in closures {
      let made = Numbers.of(closure.value?.text ?? "")
      let origins = try Origins(of: closure.index, in: run)
      let text = WhyReport(of: [closure.index], in: run).text
      if program.isReentrant {
        #expect(Self.areMadeOfWhatIsNamed(text), "\(text)")
        continue
      }
      #expect(made.isSubset(of: origins.elements.union(origins.alternatives)), "\(text)")
      #expect(origins.certain.isSubset(of: made), "\(text)")
      #expect(origins.alternatives.isEmpty || program.isConcurrent)
    }
  }

  /// Programs whose elements come from no subject, or whose closures make other numbers.
  private static let withoutOrigins = [
    "a behavior subject keeps the latest", "create that sends after its end", "moved to a queue, and dropped there",
  ]

  @Test("why names the elements that each one of the fated programs was made of", arguments: FatedProgram.all)
  func originsOfFates(program: FatedProgram) throws {
    guard !Self.withoutOrigins.contains(program.name) else { return }
    let witness = Witness()
    let trace = try TraceRecorder.record { program.body(witness) }.trace
    let run = AnalysedRun(name: "run", trace: trace)
    let sent = Set(program.fates.map(\.element))
    let closures = trace.steps.filter { $0.kind == .closure && $0.event == .next && Self.isWitness($0, trace) }
    for closure in closures {
      let made = Numbers.of(closure.value?.text ?? "").intersection(sent)
      let origins = try Origins(of: closure.index, in: run)
      #expect(made.isSubset(of: origins.elements.union(origins.alternatives)), "\(program.name): \(made) \(origins)")
    }
  }

  /// Whether each row that says of what a stage made a text names the numbers in that text.
  private static func areMadeOfWhatIsNamed(_ text: String) -> Bool {
    text.matches(of: #/ made "([^"]*)" of (.*?)(?:  |\n)/#).allSatisfy { match in
      let named = Numbers.of(String(match.2))
      return named.isEmpty || match.2.contains(" or ") || named == Numbers.of(String(match.1))
    }
  }

  private static func isWitness(_ step: Step, _ trace: Trace) -> Bool {
    step.object.map { trace.objects[$0].role == .observer } ?? false
  }
}

/// The numbers of three digits in a text.
enum Numbers {
  static func of(_ text: String) -> Set<String> {
    Set(text.split { !$0.isNumber }.map(String.init).filter { $0.count == 3 })
  }
}

/// The elements at which the stories of an answer end.
private struct Origins {
  /// Those of which one or the other may have been taken are in both sets.
  var elements: Set<String> = []
  var alternatives: Set<String> = []
  var certain: Set<String> = []

  private struct Answer: Decodable {
    struct Row: Decodable {
      var text: String
    }

    struct Element: Decodable {
      var value: String?
    }

    struct Input: Decodable {
      var role: String
      var elements: [Element]
      var alternatives: [Element]
      var story: [Row]
    }

    var story: [Row]
    var inputs: [Input]
  }

  init(of step: Int, in run: AnalysedRun) throws {
    let answer = try JSONDecoder().decode(Answer.self, from: Data(WhyReport(of: [step], in: run).jsonText().utf8))
    // Signals are numbers from 900 on.
    if let origin = answer.story.last, !answer.story.contains(where: { Self.isOfTime($0.text) }) {
      add(Self.origin(origin.text), isCertain: true)
    }
    for input in answer.inputs {
      for element in input.alternatives { alternatives.formUnion(Numbers.of(element.value ?? "")) }
      if input.role == "collected" {
        add(Set(input.elements.flatMap { Numbers.of($0.value ?? "") }), isCertain: true)
      } else if let origin = input.story.last {
        // An inner sequence, such as a window, may begin because of an element that is not in it.
        add(Self.origin(origin.text), isCertain: input.alternatives.isEmpty && input.role != "outer")
      }
    }
  }

  private mutating func add(_ numbers: Set<String>, isCertain: Bool) {
    let numbers = numbers.filter { $0 < "900" }
    elements.formUnion(numbers)
    if isCertain { certain.formUnion(numbers) }
  }

  /// Beyond a row that tells of a timer or of an end, the story is about what set the time or sent the end.
  private static func isOfTime(_ text: String) -> Bool {
    text.contains("scheduled what happened") || text.contains("completed")
  }

  /// A row that tells of an end or a subscription names no element.
  private static func origin(_ text: String) -> Set<String> {
    text.contains("subscribed to") || text.contains("completed") ? [] : Numbers.of(text)
  }
}

/// A program whose closures receive texts of the numbers that each element comes from.
struct OriginProgram: CustomTestStringConvertible, Sendable {
  let name: String
  /// Whether threads send at the same time, so that the recording may not tell which of two elements was taken.
  var isConcurrent = false
  /// Whether a closure sends further elements: their stories go on with the one that the closure was given.
  var isReentrant = false
  let body: @Sendable (Witness) -> Void

  init(
    _ name: String, isConcurrent: Bool = false, isReentrant: Bool = false, _ body: @escaping @Sendable (Witness) -> Void
  ) {
    (self.name, self.isConcurrent, self.isReentrant, self.body) = (name, isConcurrent, isReentrant, body)
  }

  var testDescription: String { name }
}
