import Foundation
import TestSupport
import Testing

/// Runs the built `headwater`.
@Suite("headwater profile", .oneAtATime)
struct ProfileCommandTests {
  private static let program = """
    import Foundation
    import RxSwift

    let bag = DisposeBag()
    let numbers = PublishSubject<Int>()
    numbers
      .map { number -> Int in
        usleep(3000)
        return number * 2
      }
      .subscribe(onNext: { _ in usleep(1000) })
      .disposed(by: bag)
    for number in 1...10 { numbers.onNext(number) }

    """

  private func recorded(_ options: [String] = []) throws -> Folder {
    let folder = try Folder()
    try Self.program.write(to: folder.url.appending(path: "slow.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["record", "-o", "run.hwtrace"] + options + ["slow.swift"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return folder
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("the slow stage comes first, in every form, of a recording and of its program")
  func forms() throws {
    let folder = try recorded()
    for run in ["run.hwtrace", "slow.swift"] {
      let result = try headwater(["profile", run], in: folder, environment: ["COLUMNS": "80"])
      let lines = result.output.split(separator: "\n")
      #expect(result.status == 0 && lines[1].hasPrefix("map        slow.swift:7 "), "\(result.output)")
      #expect(lines.allSatisfy { $0.count <= 80 } && lines[0].contains("share"), "\(result.output)")
      #expect(lines.contains { $0.hasPrefix("recording: about ") } && lines.contains { $0.hasPrefix("in closures: ") })
    }
    let json = try object(headwater(["profile", "run.hwtrace", "--format", "json"], in: folder).output)
    let stages = try #require(json["stages"] as? [[String: Any]])
    let (map, share) = (try #require(stages.first), stages.compactMap { $0["ownShare"] as? Double })
    #expect(map["stage"] as? String == "map" && map["line"] as? Int == 7)
    #expect((map["file"] as? String)?.hasSuffix("slow.swift") == true && map["calls"] as? Int == 10)
    #expect(share.reduce(0, +) > 0.999 && share.reduce(0, +) < 1.001 && share[0] > 0.5)
    let csv = try headwater(["profile", "run.hwtrace", "--format", "csv"], in: folder)
    #expect(csv.output.split(separator: "\r\n").count == 4 && csv.output.contains("map,"))
  }

  @Test("stacks are those of tools that draw flame graphs")
  func stacks() throws {
    let folder = try recorded()
    let folded = try headwater(["profile", "run.hwtrace", "--format", "folded", "-o", "run.folded"], in: folder)
    #expect(folded == Result(0))
    let text = try String(contentsOf: folder.url.appending(path: "run.folded"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].wholeMatch(of: /main;numbers \(slow.swift:5\);map \(slow.swift:7\) \d{5}/) != nil, "\(text)")
    let last = /main;numbers \(slow.swift:5\);map \(slow.swift:7\);subscribe \(slow.swift:11\) \d{5}/
    #expect(lines[1].wholeMatch(of: last) != nil, "\(text)")
    let scope = try object(headwater(["profile", "run.hwtrace", "--format", "speedscope"], in: folder).output)
    #expect(scope["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
    let frames = try #require((scope["shared"] as? [String: Any])?["frames"] as? [[String: Any]])
    let frameLines = frames.compactMap { $0["line"] as? Int }
    #expect(frameLines.sorted() == [5, 7, 11])
    let profile = try #require((scope["profiles"] as? [[String: Any]])?.first)
    let (samples, weights) = (profile["samples"] as? [[Int]], profile["weights"] as? [Int])
    #expect(profile["type"] as? String == "sampled" && profile["unit"] as? String == "nanoseconds")
    #expect(samples?.map { $0.map { frameLines[$0] } } == [[5, 7], [5, 7, 11]])
    #expect(weights?.reduce(0, +) == profile["endValue"] as? Int)
  }

  @Test("the page has a flame graph and the table, and needs nothing beside itself")
  func page() throws {
    let folder = try recorded()
    #expect(try headwater(["profile", "run.hwtrace", "--format", "html", "-o", "run.html"], in: folder) == Result(0))
    let page = try String(contentsOf: folder.url.appending(path: "run.html"), encoding: .utf8)
    let boxes = page.matches(of: /<a href="#box\d+" title="([^"]*)">/).map { String($0.output.1) }
    #expect(boxes.count == 5 && boxes[0].hasPrefix("all closures: ") && boxes[1].hasPrefix("main: "), "\(boxes)")
    #expect(boxes[2].hasPrefix("numbers (slow.swift:5): ") && boxes[2].hasSuffix("100.00 % of all"), "\(boxes)")
    #expect(boxes[3].contains(/map \(slow.swift:7\): .* % of all, .* without the boxes in it/), "\(boxes)")
    #expect(page.contains("<th scope=\"row\">map</th><td>slow.swift:7</td>"))
    #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
  }

  @Test("two runs are compared stage by stage, also if lines have moved")
  func comparison() throws {
    let folder = try recorded()
    let moved = "// A comment.\n" + Self.program.replacing("usleep(3000)", with: "usleep(9000)")
    try moved.write(to: folder.url.appending(path: "slower.swift"), atomically: true, encoding: .utf8)
    let compared = ["profile", "slower.swift", "--compare", "run.hwtrace"]
    let text = try headwater(compared, in: folder)
    let lines = text.output.split(separator: "\n")
    #expect(text.status == 0 && lines[1].hasPrefix("map ") && lines[1].contains("slower.swift:8"), "\(text.output)")
    #expect(lines[1].contains("+"))
    let json = try object(headwater(compared + ["--format", "json"], in: folder).output)
    let map = try #require((json["stages"] as? [[String: Any]])?.first)
    #expect(try #require(map["ownChange"] as? Int) > 30_000_000)
    #expect((map["other"] as? [String: Any])?["line"] as? Int == 7)
  }

  @Test("a ring says what is missing, and only what it has is timed")
  func ring() throws {
    let folder = try Folder()
    let program = Self.program.replacing("usleep(3000)", with: "").replacing("usleep(1000)", with: "")
      .replacing("1...10", with: "1...20000")
    try program.write(to: folder.url.appending(path: "slow.swift"), atomically: true, encoding: .utf8)
    let recorded = try headwater(["record", "--ring", "1MB", "-o", "run.hwtrace", "slow.swift"], in: folder)
    #expect(recorded.status == 0, "\(recorded.errors)")
    let result = try headwater(["profile", "run.hwtrace"], in: folder)
    #expect(result.status == 0 && result.output.contains("recorded calls between "), "\(result.output)")
    let json = try object(headwater(["profile", "run.hwtrace", "--format", "json"], in: folder).output)
    let calls = try #require((json["stages"] as? [[String: Any]])?.first?["calls"] as? Int)
    #expect(calls > 100 && calls < 20000)
  }

  @Test(
    "a wrong command line says what to do",
    arguments: [
      (["run.hwtrace", "--by", "step"], "'step'"),
      (["run.hwtrace", "--format", "folded", "--by", "thread"], "leave out --by"),
      (["run.hwtrace", "--format", "html", "--by", "object"], "leave out --by"),
      (["run.hwtrace", "--format", "speedscope", "--compare", "run.hwtrace"], "--compare takes the forms text"),
    ])
  func mistakes(arguments: [String], message: String) throws {
    let result = try headwater(["profile"] + arguments, in: Folder())
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    let missing = try headwater(["profile", "none.hwtrace"], in: Folder())
    #expect(missing.status == 2 && missing.errors.contains("none.hwtrace"))
  }
}
