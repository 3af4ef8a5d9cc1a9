import TestSupport
import Testing
import TraceFormat

@testable import RxTrace

@Suite("The lines of the program's closures", .oneAtATime)
struct ClosureLinesTests {
  @Test(
    "a closure is found by the label of the event that it takes",
    arguments: [(EventKind.next, 2), (.error, 3), (.completed, 4)])
  func labels(_ event: EventKind, _ line: Int) {
    let source = """
      letters.subscribe(
        onNext: { print($0) },
        onError: { error in
          print(error) }, onCompleted: { print("done") })
      """
    #expect(ClosureLines(source).line(of: event, calling: "subscribe", at: 1) == line)
  }

  @Test("trailing closures count, the first of them for elements")
  func trailing() {
    let source = """
      letters.subscribe
      {
        print($0)
      } onError: {
        print($0)
      }
      """
    let lines = ClosureLines(source)
    #expect(lines.line(of: .next, calling: "subscribe", at: 1) == 2)
    #expect(lines.line(of: .error, calling: "subscribe", at: 1) == 4)
    #expect(lines.line(of: .completed, calling: "subscribe", at: 1) == nil)
  }

  @Test("the only closure of a call is meant, whatever its label")
  func onlyOne() {
    let source = """
      letters
        .scan(into: [:], accumulator:
          { $0[$1] = 1 })
      """
    #expect(ClosureLines(source).line(of: .next, calling: "scan", at: 2) == 3)
  }

  @Test("text, comments and closures of other calls are passed over")
  func disguises() {
    let source = ##"""
      letters.map(  // { not here }
        /* { nor /* { */ here } */ with: "{ \(list.map { "}" })", or: #"\" {"#,
        and: names.filter { $0.isEmpty },
        transform: { $0 + 1 })
      """##
    #expect(ClosureLines(source).line(of: .next, calling: "map", at: 1) == 4)
  }

  @Test(
    "nothing is said of a closure that the source does not tell apart",
    arguments: [
      "numbers.map { $0 + 1 }.map { $0 * 2 }", "numbers.map(double)", "numbers.generate(a: { 1 }, b: { 2 })", "map",
      "numbers.map(\"\\(", "numbers.map {",
    ])
  func unknown(_ source: String) {
    let line = ClosureLines(source).line(of: .next, calling: "map", at: 1)
    #expect(line == nil || source.hasSuffix("{"))
    #expect(ClosureLines(source).line(of: .next, calling: "map", at: 7) == nil)
  }
}
