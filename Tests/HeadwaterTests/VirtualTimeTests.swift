import Foundation
import TestSupport
import Testing

/// Runs the built `headwater` on programs whose operators go by the clock of a `TestScheduler`.
@Suite("Times on a scheduler's own clock", .oneAtATime)
struct VirtualTimeTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try """
    import RxSwift
    import RxTest
    let scheduler = TestScheduler(initialClock: 0)
    let taps = PublishSubject<Int>()
    _ = taps.delay(.seconds(5), scheduler: scheduler).subscribe(onNext: { print($0) })
    scheduler.scheduleAt(10) { taps.onNext(1) }
    scheduler.advanceTo(500)
    scheduler.scheduleAt(100) { taps.onNext(2) }
    scheduler.scheduleAt(600) {
      taps.onNext(3)
      scheduler.sleep(50)
      taps.onNext(4)
    }
    scheduler.start()
    taps.onNext(5)
    scheduler.advanceTo(900)

    """.write(to: folder.url.appending(path: "late.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["record", "-o", "run.hwtrace", "late.swift"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("trace --times has the clock's time, also of actions that ran late, and the real time of what has no other")
  func times() throws {
    let output = try headwater(["show", "run.hwtrace", "--times"], in: folder).output
    for line in [
      #/@ 10  taps ● 1/#, #/@ 15  delay ● 1/#, #/@ 500  taps ● 2/#, #/@ 600  taps ● 3/#, #/@ 650  taps ● 4/#,
      #/@ 650  delay ● 3/#, #/@ 655  delay ● 4/#, #/(?:µs|ms| s)  taps ● 5/#, #/@ 660  delay ● 5/#,
      #/\n@ the time on the clock of TestScheduler#1; other times count from the start of the recording\n/#,
    ] {
      #expect(output.contains(line), "\(output)")
    }
    #expect(try !headwater(["show", "run.hwtrace"], in: folder).output.contains("@"))
  }

  @Test("why tells a delay in ticks, or the clock's time if it does not know the first one")
  func why() throws {
    let known = try headwater(["why", "run.hwtrace", "--value", "4"], in: folder).output
    #expect(known.contains("delay was given 4, and sent it on 5 ticks later, at 655"), "\(known)")
    let unknown = try headwater(["why", "run.hwtrace", "--last-output"], in: folder).output
    #expect(unknown.contains("sent it on later, at 660 on the clock of TestScheduler"), "\(unknown)")
  }

  @Test("JSON lines have the clock's time, also of a part of the run")
  func jsonLines() throws {
    let show = { try headwater(["show", "run.hwtrace", "--format", "jsonl"] + $0, in: folder).output }
    let times = { (text: String) in text.matches(of: #/"virtualTime":(\d+)/#).map { $0.1 } }
    let whole = try show([]).split(separator: "\n").filter { $0.contains("\"type\":\"step\"") }
    let late = try #require(whole.firstIndex { $0.contains("\"kind\":\"output\"") && $0.contains("\"2\\n\"") })
    #expect(times(String(whole[late])) == ["505"] && times(String(whole[0])).isEmpty, "\(whole)")
    // Numbers of steps are from 1, so this is the step and the one before.
    #expect(try times(show(["--steps", "\(late)...\(late + 1)"])) == ["505", "505"])
    #expect(try times(show(["--kind", "output"])) == ["15", "505", "650", "655", "660"])
  }

  @Test("The other exports have it as well, also of a part of the run")
  func exports() throws {
    let show = { (form: String) in
      try headwater(["show", "run.hwtrace", "--format", form, "--kind", "output"], in: folder).output
    }
    let rows = try show("csv").split(whereSeparator: \.isNewline)
    #expect(rows[0].hasSuffix(",virtualTime"))
    let ends = rows.dropFirst().compactMap { $0.firstMatch(of: #/,false,,,(\d+)$/#)?.1 }
    #expect(ends == ["15", "505", "650", "655", "660"], "\(rows)")
    let events = try show("chrome").matches(of: #/"virtualTime":(\d+)/#).map { $0.1 }
    #expect(events == ends)
    let arguments = ["show", "run.hwtrace", "--format", "sqlite", "-o", "run.sqlite"]
    #expect(try headwater(arguments, in: folder).status == 0)
    let query = "SELECT virtual_time, typeof(virtual_time) FROM steps WHERE kind = 'output'"
    let times = try output(ofEnvironment: [
      "python3", "-c",
      """
      import sqlite3
      print(sqlite3.connect('\(folder.url.path)/run.sqlite').execute("\(query)").fetchall())
      """,
    ])
    #expect(times == "[(15, 'integer'), (505, 'integer'), (650, 'integer'), (655, 'integer'), (660, 'integer')]\n")
  }

  @Test("The JSON of why, why-not, check and report has it")
  func answers() throws {
    func object(_ words: String...) throws -> [String: Any] {
      let result = try headwater([words[0], "run.hwtrace"] + words.dropFirst() + ["--format", "json"], in: folder)
      return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }
    func times(_ rows: Any?) -> [Int?] { (rows as? [[String: Any]] ?? []).map { $0["virtualTime"] as? Int } }
    let why = try object("why", "--value", "4")
    #expect((why["step"] as? [String: Any])?["virtualTime"] as? Int == 655, "\(why)")
    #expect(times(why["story"]).contains(655) && times(why["story"]).contains(650))
    #expect(try times(object("why-not", "4")["story"]).contains(655))
    let report = try object("report")
    let stages = try #require(report["stages"] as? [[String: Any]])
    let delay = stages.first { $0["stage"] as? String == "delay" }
    #expect(delay?["lastVirtualTime"] as? Int == 660, "\(stages)")
  }

  @Test("so has the JSON of check")
  func findings() throws {
    try """
    import RxSwift
    import RxTest
    let scheduler = TestScheduler(initialClock: 0)
    let taps = PublishSubject<Int>()
    _ = taps.subscribe(onNext: { if $0 == 1 { taps.onNext(2) } })
    scheduler.scheduleAt(300) { taps.onNext(1) }
    scheduler.start()

    """.write(to: folder.url.appending(path: "at-once.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["check", "at-once.swift", "--format", "json"], in: folder)
    let check = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let found = try #require((check["findings"] as? [[String: Any]])?.first)
    #expect(found["rule"] as? String == "reentrancy")
    let steps = try #require(found["steps"] as? [[String: Any]])
    #expect(!steps.isEmpty && steps.allSatisfy { $0["virtualTime"] as? Int == 300 }, "\(steps)")
  }

  @Test("--from and --to take the clock's times as plain numbers")
  func moments() throws {
    let some = try headwater(["show", "run.hwtrace", "--from", "500", "--to", "600", "--times"], in: folder).output
    for line in [#/@ 500  taps ● 2/#, #/@ 505  delay ● 2/#, #/@ 600  taps ● 3/#] {
      #expect(some.contains(line), "\(some)")
    }
    #expect(!some.contains(#/@ 15 |@ 650|taps ● 5/#), "\(some)")
    try "import RxSwift\n_ = Observable.of(1).subscribe()\n"
      .write(to: folder.url.appending(path: "plain.swift"), atomically: true, encoding: .utf8)
    let none = try headwater(["trace", "plain.swift", "--from", "200"], in: folder)
    #expect(none.status != 0, "\(none)")
    #expect(none.errors.contains("no step has a virtual time; --from and --to take a number and its unit"), "\(none)")
  }

  @Test("Marbles by time go by the clock if all of the run does")
  func marbles() throws {
    try """
    import RxSwift
    import RxTest
    let scheduler = TestScheduler(initialClock: 0)
    let letters = scheduler.createHotObservable([.next(210, "a"), .next(250, "b")])
    _ = letters.map { $0 }.subscribe()
    scheduler.start()

    """.write(to: folder.url.appending(path: "whole.swift"), atomically: true, encoding: .utf8)
    let whole = try headwater(["trace", "whole.swift", "--format", "marbles", "--axis", "time"], in: folder).output
    #expect(whole.contains("below: the virtual clock") && whole.contains(#/ 210 +250\n/#), "\(whole)")
    let mixed = try headwater(["show", "run.hwtrace", "--format", "marbles", "--axis", "time"], in: folder).output
    #expect(mixed.contains("below: the time"), "\(mixed)")
  }

  @Test("An element that a hot sequence sends when all have left is told, and heard by nobody")
  func unheard() throws {
    try """
    import RxSwift
    import RxTest
    let scheduler = TestScheduler(initialClock: 0)
    let letters = scheduler.createHotObservable([.next(100, "early"), .next(210, "a"), .next(250, "b")])
    let observer = scheduler.start { letters.take(1) }

    """.write(to: folder.url.appending(path: "left.swift"), atomically: true, encoding: .utf8)
    let output = try headwater(["trace", "left.swift", "--times"], in: folder).output
    #expect(output.contains(#/@ 250  letters ● "b" +left.swift:4  nobody listens\n/#), "\(output)")
    #expect(!output.contains("early"), "\(output)")
  }
}
