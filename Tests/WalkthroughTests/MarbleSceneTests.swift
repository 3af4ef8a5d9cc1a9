import Foundation
import PipelineRunning
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// Pictures of runs in virtual time: the names of the program, the ticks, and the inputs' elements that an element comes
/// from. The runs are the engine's own.
@Suite(.oneAtATime) struct MarbleSceneTests {
  private static let engine: EngineInstallation = {
    let folder = Bundle.main.bundleURL
    return try! EngineInstallation.beside(executable: folder.appending(path: "headwater").path)
  }()

  private static let atlas = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "content/atlas")

  private func scene(_ operatorName: String, _ arguments: String...) throws -> MarbleScene {
    let file = Self.atlas.appending(path: operatorName + ".swift")
    var request = RunRequest(.files([file.path]))
    request.arguments = arguments
    let run = try PipelineRunner(mode: .captured(), engine: Self.engine).record(request, findsOrigins: false)
    let program = MarbleProgram(try String(contentsOf: file, encoding: .utf8))
    return try #require(MarbleScene(run.trace, program, arguments: arguments))
  }

  /// The lanes as text: `letters: a1 b2 c3 |13`, and for each element the elements that it comes from.
  private func text(_ scene: MarbleScene) -> [String] {
    scene.lanes.map { lane in
      let events = lane.events.map { event -> String in
        let name =
          switch event.event {
          case .completed: "|"
          case .error: "#"
          case .next: event.lane.map { "<\(scene.lanes[$0].name)>" } ?? event.text
          }
        let origins = event.origins.map { scene.lanes[$0.lane].name + "." + scene.lanes[$0.lane].events[$0.event].text }
        return "\(name)@\(event.tick)" + (origins.isEmpty ? "" : "<-" + origins.joined(separator: "+"))
          + (event.isHeard ? "" : "?")
      }
      let start = lane.start > 0 ? " ^\(lane.start)" : ""
      let end = lane.disposal.map { " !\($0)" } ?? ""
      return "\(lane.name)\(start): \(events.joined(separator: " "))\(end)"
    }
  }

  @Test func `an element that was held comes from its delivery and not from what released it`() throws {
    let scene = try scene("throttle")
    #expect(scene.stage == "throttle(.seconds(3), latest: true)")
    #expect(
      text(scene) == [
        "letters: a@1 b@2 c@3 d@5 e@11 |@13",
        "observer: a@1<-letters.a c@4<-letters.c d@7<-letters.d e@11<-letters.e |@13",
      ])
  }

  @Test func `a combination comes from all its parts`() throws {
    #expect(
      try text(scene("zip")).last
        == "observer: 1a@3<-numbers.1+letters.a 2b@5<-numbers.2+letters.b 3c@10<-numbers.3+letters.c |@11")
    #expect(
      try text(scene("combine-latest")).last
        == "observer: 1a@3<-numbers.1+letters.a 2a@5<-numbers.2+letters.a 2b@7<-numbers.2+letters.b |@9"
        || text(scene("combine-latest")).last?.contains("1a@3<-numbers.1+letters.a") == true)
  }

  @Test func `an element that a sampler releases comes from the sampled input`() throws {
    #expect(try text(scene("sample")).last == "observer: 2@3<-numbers.2 3@7<-numbers.3 |@11")
  }

  @Test func `a subscription of the set-up hears from the first tick on`() throws {
    #expect(
      try text(scene("publish-subject")) == [
        "numbers: 1@1 2@3 3@5 |@7", "early: 1@1<-numbers.1 2@3<-numbers.2 3@5<-numbers.3 |@7",
        "late ^4: 3@5<-numbers.3 |@7",
      ])
  }

  @Test func `a cold input has a lane for each subscription`() throws {
    #expect(
      try text(scene("flat-map-latest")) == [
        "requests: a@1 b@4 |@8", "answers[\"a\"] ^1: 1@1 2@3 !4", "answers[\"b\"] ^4: 7@4 8@6 9@8 |@9",
        "observer: 1@1<-answers[\"a\"].1 2@3<-answers[\"a\"].2 7@4<-answers[\"b\"].7 8@6<-answers[\"b\"].8 "
          + "9@8<-answers[\"b\"].9 |@9",
      ])
    let inner = try scene("flat-map-latest").lanes[1]
    #expect(inner.opener == MarbleScene.Origin(lane: 0, event: 0))
  }

  @Test func `windows and groups are lanes of their own`() throws {
    let windows = try text(scene("window"))
    #expect(windows[1] == "observer: <window 1>@0 <window 2>@3 <window 3>@7 |@11")
    #expect(windows[2] == "window 1: 1@1<-numbers.1 2@2<-numbers.2 3@3<-numbers.3 |@3")
    #expect(windows[4] == "window 3 ^7: 5@10<-numbers.5 |@11")
    #expect(try text(scene("group-by")).last == "group 2 ^3: b@3<-letters.b B@7<-letters.B |@9")
  }

  @Test func `several observers have the program's names`() throws {
    #expect(
      try text(scene("share")) == [
        "numbers: 1@1 2@4 3@7 |@9", "early: 1@1<-numbers.1 2@4<-numbers.2 3@7<-numbers.3 |@9",
        "late ^3: 2@4<-numbers.2 3@7<-numbers.3 |@9",
      ])
  }

  @Test func `arguments replace the program's diagrams`() throws {
    #expect(try text(scene("throttle", "-ab#")) == ["letters: a@1 b@2 #@3", "observer: a@1<-letters.a #@3"])
    #expect(
      try text(scene("throttle", "-ab---|", "^--!"))
        == ["letters: a@1 b@2 |@6?", "observer: a@1<-letters.a !3"])
  }

  @Test func `a sequence that nobody subscribed to is drawn as such`() throws {
    let lanes = try scene("catch", "-1-|").lanes
    #expect(lanes[1].name == "letters" && !lanes[1].isSubscribed)
  }

  /// A picture whose own arrangement is not on its grid would jump when a reader first touches it. In one program two
  /// elements come in the same tick, which no grid has.
  @Test func `the recorded arrangements of the atlas are on their grids`() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.atlas, includingPropertiesForKeys: nil)
    var off: [String] = []
    for file in files where file.pathExtension == "swift" {
      let grids = MarbleProgram(try String(contentsOf: file, encoding: .utf8)).grids()
      let areOn = grids.flatMap(\.lanes).allSatisfy { lane in
        guard let recorded = lane.recorded, let end = recorded.end else { return false }
        return lane.names.count >= recorded.places.count && Set(recorded.places).isSubset(of: lane.places)
          && (lane.hasFreeEnd ? end <= lane.last : end == lane.last) && (lane.hasErrors || !recorded.isError)
      }
      if !areOn { off.append(file.lastPathComponent) }
    }
    #expect(off == ["observe-on.swift"])
  }

  @Test func `every program of the atlas has a stage or no picture`() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.atlas, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "swift" {
      let program = MarbleProgram(try String(contentsOf: file, encoding: .utf8))
      let tells = !program.result.isEmpty
      #expect(program.stage.isEmpty != tells, "\(file.lastPathComponent): `\(program.stage)`")
      #expect(program.stage.count <= 56 && !program.stage.contains("scheduler: scheduler"), "\(program.stage)")
    }
  }
}

/// Marble notation, and the texts of programs.
@Suite(.oneAtATime) struct MarbleProgramTests {
  @Test(arguments: [
    ("-a-(b|)", ["1a", "3b", "3|"]), ("--^-'ten'#", ["2ten", "3#"]), ("'it''s'-|", ["0it's", "2|"]),
    ("a b", ["0a", "1b"]),
  ])
  func notation(text: String, marks: [String]) throws {
    let line = try #require(MarbleLine(text))
    #expect(
      line.events.map { "\($0.tick)" + ($0.event == .next ? $0.text : $0.event == .error ? "#" : "|") } == marks)
  }

  @Test(arguments: ["-(a", "(a-b)", "a)", "'a"]) func mistakes(text: String) { #expect(MarbleLine(text) == nil) }

  private func stage(_ expression: String, _ more: String = "") -> String {
    MarbleProgram("\(more)\nlet observer = scheduler.start(subscription: \"^\") {\n  \(expression)\n}").stage
  }

  @Test func `a stage is the operator with its arguments`() {
    #expect(stage("letters.delay(.seconds(2), scheduler: scheduler)") == "delay(.seconds(2))")
    #expect(stage("Observable.zip(a, b) { $0 + $1 }") == "zip(a, b) { $0 + $1 }")
    #expect(stage("numbers.map { $0 * 2 }.filter { $0 > 2 }") == "map { $0 * 2 }.filter { $0 > 2 }")
    #expect(stage("shared", "let shared = numbers.share()") == "share()")
    #expect(stage("letters.observe(on: scheduler)") == "observe(on: scheduler)")
    let driver = "var driver = Driver<String>.never()\nmock { driver = numbers.asDriver(onErrorJustReturn: \"0\") }"
    #expect(stage("driver", driver) == "asDriver(onErrorJustReturn: \"0\")")
    #expect(stage("a.window(count: 3).do(onNext: { b in\n  c(b)\n})") == "window(count: 3)")
    #expect(stage("a.do(onNext: { b in\n  c(b)\n})") == "do(onNext: { … })")
  }

  @Test func `inputs have their variables' names`() {
    let program = MarbleProgram(
      """
      let given = MarbleArguments("-a|", "1|", subscription: "-^")
      let answers = ["a": scheduler.createColdObservable(marbles: given[1])]
      let letters = scheduler.createHotObservable(marbles: given[0], from: 0)
      """)
    #expect(program.inputs.map(\.name) == ["letters", "answers[\"a\"]"])
    #expect(program.inputs.map(\.isHot) == [true, false])
    #expect(program.inputs.map(\.sequence) == [1, 0])
    #expect(program.diagrams(["-b|", "^!"]).inputs == ["-b|", "1|"])
    #expect(program.diagrams(["-b|", "^!"]).subscription == "^!")
    #expect(program.diagrams([]).subscription == "-^")
  }

  @Test func `a grid has the program's own diagrams if they are few enough`() throws {
    let small = try #require(MarbleProgram("let g = MarbleArguments(\"-a-b-|\")").grids().first)
    #expect(small.lanes.map(\.names) == [["a", "b"]] && small.lanes.map(\.ticks) == [4])
    #expect(small.lanes[0].isHot && small.lanes[0].hasFreeEnd && small.lanes[0].hasErrors)
    let two = MarbleProgram("let g = MarbleArguments(\"-1-2-3-4-|\", \"--a-b-c-d--|\")").grids()
    #expect(!two.isEmpty && two.allSatisfy { $0.count <= MarbleProgram.mostRuns })
    #expect(two[0].lanes.allSatisfy { $0.names.count >= 2 && $0.ticks >= 5 })
    #expect(MarbleProgram("print(1)").grids().isEmpty)
    #expect(MarbleProgram("let g = MarbleArguments(\"-a|\")\nawait wait(g[0])").grids().isEmpty)
  }
}
