import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

@Suite("Hidden characters of a recording", .oneAtATime)
struct HiddenCharacterTests {
  /// Terminals' commands with their openings of one and of two characters, text that is shown backwards, and
  /// characters without a width.
  private static let hostile =
    "\u{1B}]0;title\u{7}\u{1B}[31m\u{9B}2J\u{9D}8;;x\u{9C}\u{7F}\r\u{8}\u{0}\n\u{85}\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{61C}"
    + "\u{200B}\u{200D}\u{2060}\u{FEFF}\u{AD}\u{2028}\u{2029}\u{E0041}\u{FFFE}end"

  private enum Place: String, CaseIterable {
    case type, superclass, property, source, image, thread, queue, string, description, output, error
  }

  /// A run in which the text stands in one place.
  private static func run(_ place: Place, _ text: String) throws -> LocatedTrace {
    func put(_ here: Place, _ usual: String) -> String { here == place ? text + usual : usual }
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string(put(.thread, "main")))
    writer.add(.defineThread, thread: 2, .string(put(.thread, "worker")))
    writer.add(.defineObject, ObjectRole.subject.rawValue, object: 1, .string(put(.type, "PublishSubject<Int>")))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string(put(.type, "AnonymousObserver<Int>")))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 3, site: 2, .string(put(.type, "MapSink<Int>")))
    writer.add(.defineObject, ObjectRole.scheduler.rawValue, object: 4, .string(put(.type, "Queue")))
    writer.add(.defineSuperclasses, object: 3, .string(put(.superclass, "Sink")))
    writer.add(.defineLink, object: 3, site: 2, .string("observer"))
    writer.add(.defineLink, object: 3, site: 1, .string(put(.property, "parent")))
    writer.add(.defineSite, object: 1, .string(put(.source, "Rx/Map.swift") + ":7"))
    writer.add(.defineImage, object: 1, .string("/" + put(.image, "program")))
    writer.add(.defineAssembly, object: 1, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, 0, 0, 0, 0]))
    writer.add(.queue, 0, .string(put(.queue, "work")))
    writer.add(.subscribeClosures, object: 1, site: 1, .reference(2))
    writer.add(.subscribe, object: 1, depth: 1, .reference(2))
    writer.add(.on, TraceWriter.next, object: 1, .string(put(.string, "value")))
    writer.add(.forwardOn, TraceWriter.next, object: 3, site: 1, depth: 1, .description(put(.description, "value")))
    writer.add(.on, TraceWriter.next, object: 1, depth: 3, .string(put(.string, "within")))
    let schedule = writer.add(.schedule, object: 4, depth: 3)
    writer.add(.output, depth: 3, .string(put(.output, "printed")))
    writer.add(.scheduledAction, object: 4, thread: 2, .record(schedule))
    writer.add(.onCore, TraceWriter.failed, object: 2, thread: 2, depth: 1, .description(put(.error, "broken")))
    writer.add(.on, TraceWriter.completed, object: 2, thread: 2, depth: 1)
    writer.add(.on, TraceWriter.next, object: 2, thread: 2, depth: 1, .description(put(.description, "late")))
    writer.add(.forwardOn, TraceWriter.next | TraceFormat.Slot.undelivered, object: 3, .string(put(.string, "lost")))
    let origins = [0, 1, 2].map { ($0, SourceLine(file: "/" + put(.source, "pipeline.swift"), line: 3)) }
    var run = LocatedTrace(
      trace: try withFile(writer.file) { try Trace(contentsOf: $0) },
      origins: Dictionary(uniqueKeysWithValues: origins))
    run.stepsInRun += 1
    return run
  }

  private static func hidden(in text: String) -> Set<String> {
    let found = text.unicodeScalars.filter { $0 != "\n" && HiddenScalars.contains($0) }
    return Set(found.map { $0.escaped(asASCII: true) })
  }

  @Test("No form, report or message shows one, wherever it stands", arguments: Place.allCases.map(\.rawValue))
  func forms(place: String) throws {
    let place = try #require(Place(rawValue: place))
    let run = try Self.run(place, Self.hostile)
    let plain = try Self.run(place, "")
    for form in TraceForm.texts {
      for var look in TraceForm.looks() {
        look.title = Self.hostile
        look.escapesValues = true
        let text = try form.text(run, look).replacing(form == .html ? "\t" : "\r\n", with: "\n")
        #expect(Self.hidden(in: text).isEmpty, "\(form)")
        if [.tree, .steps, .marbles, .mermaid, .dot].contains(form) && place != .output {
          look.title = ""
          let lines = try form.text(plain, look).split(separator: "\n").count
          #expect(form == .marbles || text.split(separator: "\n").count == lines, "\(form)")
        }
      }
    }
    let analysed = AnalysedRun(
      name: Self.hostile, run: run, remarks: [Self.hostile])
    for (name, report) in try reports(analysed) { #expect(Self.hidden(in: report).isEmpty, "\(name)") }
  }

  @Test("A table escapes names everywhere, and values on standard output; in a file it keeps values as they were")
  func table() throws {
    var look = TraceLook()
    let (name, value) = (try Self.run(.queue, "a\u{1B}[31mb,\""), try Self.run(.description, "a\u{1B}[31m\u{202E}b,\""))
    for escapesValues in [false, true] {
      look.escapesValues = escapesValues
      #expect(try TraceForm.csv.text(name, look).contains(",\"a\\u{1B}[31mb,\"\"work\","))
      let kept = escapesValues ? "a\\u{1B}[31m\\u{202E}b,\"\"" : "a\u{1B}[31m\u{202E}b,\"\""
      #expect(try TraceForm.csv.text(value, look).contains(",\"\(kept)"))
    }
  }

  @Test("JSON holds the very text, escaped by JSON's own rules")
  func json() throws {
    let run = try Self.run(.type, Self.hostile)
    let lines = try TraceForm.jsonl.text(run).split(separator: "\n")
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    let classes = objects.compactMap { $0?["class"] as? String }
    #expect(classes.first == Self.hostile + "PublishSubject<Int>")
    let spans = try TraceForm.otlp.text(run).split(separator: "\n")
    #expect(throws: Never.self) { for span in spans { _ = try JSONSerialization.jsonObject(with: Data(span.utf8)) } }
  }

  @Test("Errors and remarks show none of a file's name")
  func messages() {
    let name = "\(Self.hostile).hwtrace"
    let errors: [any Error] = [
      TraceError.unreadable(path: name, reason: "gone"), TraceError.notATrace(path: name),
      TraceError.newerVersion(path: name, version: 9), TraceError.damagedHeader(path: name, detail: "x"),
      ShowError.unknownEnding(file: name),
    ]
    for error in errors {
      #expect(Self.hidden(in: "\(error)").isEmpty && !"\(error)".contains("\n"))
    }
    #expect(Self.hidden(in: ShownText.message("a\n\(name)")).isEmpty)
    #expect(ShownText.message("a\nb\u{1B}c\n") == "a\nb\\u{1B}c\n")
  }

  @Test("Every control, format and separator character is one; a family of emoji stays whole")
  func everyHiddenCharacter() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: #expect(HiddenScalars.contains(scalar))
      case .format:
        // A number sign of Arabic is of this category, and can be seen.
        let isSeen = !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isBidiControl
        #expect(HiddenScalars.contains(scalar) || isSeen, "\(scalar.escaped(asASCII: true))")
      default: if scalar.properties.isNoncharacterCodePoint { #expect(HiddenScalars.contains(scalar)) }
      }
    }
    #expect(ShownText.printable("👨\u{200D}👩\u{200D}👧 é 中文 \u{FE0F}") == "👨\u{200D}👩\u{200D}👧 é 中文 \u{FE0F}")
    #expect(ShownText.printable("a\u{200D}b") == "a\\u{200D}b")
    #expect(ShownText.printable("a\u{301}\u{202E}") == "a\u{301}\\u{202E}")
  }
}
