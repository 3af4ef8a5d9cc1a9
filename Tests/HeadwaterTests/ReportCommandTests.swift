import Foundation
import TestSupport
import Testing

/// Runs the built `headwater`.
@Suite("headwater report, and parts of a trace", .oneAtATime)
struct ReportCommandTests {
  private static let doubled = """
    import Rx
    let numbers = PublishSubject<Int>()
    let subscription = numbers
      .map { $0 * 2 }
      .filter { $0 > 2 }
      .subscribe(onNext: { print($0) })
    for number in 1...3 { numbers.onNext(number) }
    subscription.dispose()

    """

  private func recorded() throws -> Folder {
    let folder = try Folder()
    try Self.doubled.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["record", "-o", "run.hwtrace", "pipeline.swift"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return folder
  }

  @Test("A recording and its program have the same stages, in every form")
  func forms() throws {
    let folder = try recorded()
    let csv = try headwater(["report", "run.hwtrace", "--format", "csv"], in: folder)
    #expect(csv.status == 0 && csv.errors == "")
    let again = try headwater(["report", "pipeline.swift", "--format", "csv"], in: folder)
    // Times differ.
    let columns = [csv, again].map { $0.output.split(separator: "\r\n").map { $0.split(separator: ",").prefix(11) } }
    #expect(columns[0] == columns[1] && columns[0].count == 5)
    #expect(csv.output.contains("filter,") && csv.output.contains(",5,0,1,1,3,2,1,0,0,"))
    let json = try headwater(["report", "run.hwtrace", "--format", "json"], in: folder)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((report["stages"] as? [Any])?.count == 4)
    let narrow = ["COLUMNS": "80"]
    let text = try headwater(["report", "run.hwtrace", "--sort", "dropped"], in: folder, environment: narrow)
    let lines = text.output.split(separator: "\n")
    #expect(lines.count == 5 && lines[1].hasPrefix("filter ") && lines.allSatisfy { $0.count <= 80 }, "\(text.output)")
    let piped = try headwater(["report", "/dev/stdin"], in: folder, input: "")
    #expect(piped.status == 2)
  }

  @Test("It writes a file, and leaves the recording alone")
  func output() throws {
    let folder = try recorded()
    #expect(try headwater(["report", "run.hwtrace", "-o", "stages.txt"], in: folder) == Result(0))
    #expect(try String(contentsOf: folder.url.appending(path: "stages.txt"), encoding: .utf8).contains("filter"))
    let refused = try headwater(["report", "run.hwtrace", "-o", "run.hwtrace"], in: folder)
    #expect(refused.status == 2 && refused.errors.contains("run.hwtrace"))
  }

  @Test("A stage that the run lacks is an error, which names the nearest ones")
  func unknownStage() throws {
    let folder = try recorded()
    let result = try headwater(["report", "run.hwtrace", "--pipeline", "map pipeline.swift:5"], in: folder)
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("no stage is map pipeline.swift:5; nearest: map pipeline.swift:4"))
    let sort = try headwater(["report", "run.hwtrace", "--sort", "size"], in: folder)
    #expect(sort.status == 64)
    let chosen = try headwater(["report", "run.hwtrace", "--source", "pipeline.swift:5"], in: folder)
    #expect(chosen.output.split(separator: "\n").count == 2 && chosen.output.contains("filter"), "\(chosen.output)")
  }

  @Test("trace and show take a pipeline, times and a line")
  func parts() throws {
    let folder = try recorded()
    let after = try headwater(["show", "run.hwtrace", "--after", "pipeline.swift:7", "--times"], in: folder)
    #expect(after.status == 0 && after.output.contains(#/(µs|ms| s)  numbers ● 1/#), "\(after.output)")
    #expect(!after.output.contains("subscribe numbers"))
    let steps = try headwater(["show", "run.hwtrace", "--pipeline", "map", "--format", "steps"], in: folder)
    #expect(steps.status == 0 && steps.output.contains("FilterSink#1"))
    let late = try headwater(["show", "run.hwtrace", "--from", "90min"], in: folder)
    #expect(late.status == 0 && late.output == "")
  }

  @Test("After a line: also what it calls, and what it makes")
  func afterCalls() throws {
    let folder = try Folder()
    try """
    import Rx
    final class Cart {
      let total = BehaviorSubject(value: 0)
      let bag = DisposeBag()
      init(_ prices: Observable<Int>) {
        prices.subscribe(onNext: { [weak self] in self?.total.onNext($0) })
          .disposed(by: bag)
      }
    }
    let prices = PublishSubject<Int>()
    _ = prices.subscribe(onNext: { print("price", $0) })
    prices.onNext(1)
    let cart = Cart(prices)
    let note = "nothing to do with Rx"
    let late = PublishSubject<Int>()
    prices.onNext(2)
    _ = late.subscribe()
    print(note)

    """.write(to: folder.url.appending(path: "cart.swift"), atomically: true, encoding: .utf8)
    #expect(try headwater(["record", "-o", "run.hwtrace", "cart.swift"], in: folder).status == 0)
    let show = { try headwater(["show", "run.hwtrace", "--after", $0], in: folder) }
    let initializer = try show("cart.swift:13").output
    #expect(initializer.contains("subscribe prices") && !initializer.contains("prices ● 1"), "\(initializer)")
    let made = try show("cart.swift:15").output
    #expect(made.contains("prices ● 2") && !made.contains("subscribe prices"), "\(made)")
    let none = try show("cart.swift:14")
    #expect(
      none.errors.hasSuffix("no step was made in cart.swift:14; nearest: cart.swift:13, cart.swift:15\n"), "\(none)")
    #expect(none.status != 0 && none.output == "")
  }

  @Test(
    "A wrong option says what it takes",
    arguments: [
      (
        ["--from", "12x"],
        "12x is not a time; write a number and its unit: 1.2s, 300ms or 50us, or a plain number for a virtual time"
      ),
      (["--from", "200", "--to", "1s"], "--from and --to are times of two kinds"),
      (["--from", "2s", "--to", "1s"], "--from is later than --to"),
      (["--after", "main"], "--after takes a line such as main.swift:12, but main is not one"),
      (["--pipeline", "a b c"], "a b c is not a stage; write map, search.swift:7 or 'map search.swift:7'"),
      (["--times", "--format", "csv"], "--times is for the program's view"),
      (["--times", "--engine"], "--times is for the program's view"),
    ])
  func mistakes(options: [String], message: String) throws {
    let result = try headwater(["show", "run.hwtrace"] + options, in: Folder())
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }
}
