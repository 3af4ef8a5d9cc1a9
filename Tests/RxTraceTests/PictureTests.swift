import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Marble and lane diagrams as pictures", .oneAtATime)
struct PictureTests {
  @Test("A marble diagram describes its contents in words")
  func description() throws {
    let picture = try parsed(MarblePicture(TraceWriter.mapped.trace, title: "Times ten").write)
    #expect(picture.texts["title"]?.first == "Times ten")
    #expect(
      picture.texts["desc"]?.first?.split(separator: "\n").map(String.init) == [
        "PublishSubject#1 to MapSink#1: next 1 (step 5); next 2 (step 9); completed (step 13).",
        "Map#1 to AnonymousObserver#1: next 10 (step 7); next 20 (step 11); completed (step 15).",
      ])
    #expect(picture.texts["text"]?.filter { ["1", "2", "10", "20"].contains($0) } == ["1", "2", "10", "20"])
  }

  @Test("Events have the colour of the source that they came from")
  func sources() throws {
    let chart = MarbleChart(try TraceWriter.mapped.trace)
    #expect(chart.rows.map(\.name) == ["PublishSubject#1", "Map#1"])
    #expect(chart.rows.flatMap(\.marbles).map(\.source) == [0, 0, 0, 0, 0, 0])
    #expect(chart.rows[1].marbles.map { $0.cause?.row } == [0, 0, 0])
  }

  @Test("A picture keeps to its width", arguments: [240, 380, 960])
  func width(pixels: Int) throws {
    var writer = TraceWriter.mapped
    for number in 0..<60 as Range<Int64> { writer.add(.on, TraceWriter.next, object: 1, .integer(number)) }
    let picture = try parsed(MarblePicture(try writer.trace, width: pixels).write)
    #expect(picture.width == Double(pixels))
    #expect(picture.rectangles.allSatisfy { $0.minX >= 0 && $0.maxX <= Double(pixels) && $0.maxY <= picture.height })
  }

  @Test("Names that are too long for a picture are cut at its edge", arguments: [240, 380])
  func names(pixels: Int) throws {
    let place = SourceLine(file: "Sources/SearchResultsViewModelWithRetries.swift", line: 2100)
    let origins: [ObjectID: SourceLine] = [1: place, 2: place]
    let picture = try parsed(MarblePicture(try TraceWriter.mapped.trace, origins: origins, width: pixels).write)
    let texts = picture.placed.filter { ["hw-name hw-halo", "hw-small hw-halo"].contains($0.style) }
    #expect(texts.contains { $0.text.hasSuffix("…") })
    for text in texts {
      let size = text.style.hasPrefix("hw-name") ? 12 * 1.04 : 10.5
      #expect(text.x + Double(text.text.count) * SVG.columnWidth(size: size) <= Double(pixels), "\(text.text)")
    }
  }

  @Test("A picture in a page takes the page's ground and colour")
  func embedded() throws {
    let alone = try written(MarblePicture(try TraceWriter.mapped.trace).write)
    let within = try written(MarblePicture(try TraceWriter.mapped.trace, identifier: "m7", standsAlone: false).write)
    #expect(alone.contains("class=\"hw-ground\"") && !within.contains("class=\"hw-ground\""))
    #expect(within.contains("aria-labelledby=\"m7-title m7-desc\""))
    #expect(alone.contains("prefers-color-scheme:dark") && alone.contains("currentColor"))
  }

  @Test("An animated picture covers each strip once, and is whole where nothing moves")
  func animated() throws {
    var writer = TraceWriter.mapped
    for number in 0..<60 as Range<Int64> { writer.add(.on, TraceWriter.next, object: 1, .integer(number)) }
    let run = LocatedTrace(trace: try writer.trace)
    var look = MarbleLook()
    look.foldsRepeats = false
    let still = try written(MarblePicture(run, look, title: "Times ten").write)
    look.isAnimated = true
    let moving = try written(MarblePicture(run, look, title: "Times ten").write)
    let covers = moving.matches(of: #/<rect id="marbles-cover-\d+" [^>]*display="none"/#).count
    #expect(covers > 1 && covers == moving.matches(of: #/@keyframes/#).count)
    #expect(moving.contains("@media screen and (prefers-reduced-motion:no-preference)"))
    // Without the covers it is the same picture.
    let ends = try #require(moving.range(of: "<style>\n@media screen"))
    #expect(still == moving[..<ends.lowerBound] + "</svg>\n")
    #expect(try parsed { try $0(moving) }.height == parsed { try $0(still) }.height)
  }

  @Test("An animated picture of threads is uncovered from top to bottom")
  func animatedLanes() throws {
    var lanes = LaneDiagram(try TraceWriter.mapped.trace)
    #expect(!(try written(lanes.write).contains("@keyframes")))
    lanes.isAnimated = true
    #expect(try written(lanes.write).contains("transform-origin:bottom"))
  }

  @Test("Values of any kind leave a picture whole")
  func hostile() throws {
    let trace = try Hostile.writer().trace
    let marbles = try parsed(MarblePicture(trace).write)
    #expect(marbles.texts["desc"]?.first?.contains("next </script><!-- ]]> (step 3)") == true)
    let lanes = try parsed(LaneDiagram(trace).write)
    #expect(lanes.texts["text"]?.contains("WeirdSink#1 </script><!-- ]]>") == true)
    #expect(lanes.texts["text"]?.contains("queue \"<&>\"") == true)
  }

  @Test("Of a value of ten megabytes a picture shows the beginning, and says how much more there is")
  func large() throws {
    let (trace, _) = try traceWithLargeValue()
    for text in [try written(MarblePicture(trace).write), try written(LaneDiagram(trace).write)] {
      #expect(text.utf8.count < 100_000 && text.contains("more characters)"))
    }
  }

  @Test("Work that a scheduler carries over is an arrow from lane to lane")
  func lanes() throws {
    let picture = try parsed(LaneDiagram(TraceWriter.crossing.trace).write)
    #expect(picture.count(class: "hw-hop") == 1)
    #expect(picture.texts["text"]?.contains("work") == true)
    #expect(picture.texts["desc"]?.first?.contains("Step 3, work (thread 2): AnonymousObserver#1.on next 1\n") == true)
  }

  @Test("A lane whose thread worked for several queues names the queue at each block")
  func severalQueues() throws {
    var trace = try TraceWriter.crossing.trace
    trace.steps[0].queue = "other"
    for index in trace.steps.indices { trace.steps[index].thread = 0 }
    let texts = try parsed(LaneDiagram(trace).write).texts["text"]
    #expect(texts?.contains("queue other") == true && texts?.contains("queue work") == true)
  }

  @Test("A lane diagram says how many steps it leaves out")
  func leftOut() throws {
    let text = try written(LaneDiagram(try TraceWriter.mapped.trace).write)
    #expect(text.contains("8 of 15 steps · 7 not drawn"))
  }

  @Test("An empty run is an empty picture")
  func empty() throws {
    #expect(try parsed(MarblePicture(Trace()).write).width > 0)
    #expect(try parsed(LaneDiagram(Trace()).write).width > 0)
  }

  private func parsed(_ export: ((String) throws -> Void) throws -> Void) throws -> Picture {
    let parser = XMLParser(data: Data(try written(export).utf8))
    let picture = Picture()
    parser.delegate = picture
    try #require(parser.parse(), "\(parser.parserError as Any) in line \(parser.lineNumber)")
    return picture
  }
}

/// The contents of a picture for an XML parser.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var texts: [String: [String]] = [:]
  private(set) var rectangles: [CGRect] = []
  private(set) var placed: [(text: String, x: Double, style: String)] = []
  private(set) var width = 0.0
  private(set) var height = 0.0
  private var classes: [String: Int] = [:]
  private var open: [(name: String, text: String, x: Double, style: String)] = []

  func count(class name: String) -> Int { classes[name] ?? 0 }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    open.append((name, "", attributes["x"].flatMap(Double.init) ?? 0, attributes["class"] ?? ""))
    for name in attributes["class"]?.split(separator: " ") ?? [] { classes[String(name), default: 0] += 1 }
    let numbers = ["x", "y", "width", "height"].map { attributes[$0].flatMap(Double.init) ?? 0 }
    if name == "svg" { (width, height) = (numbers[2], numbers[3]) }
    if name == "rect" {
      rectangles.append(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
  }

  func parser(_: XMLParser, foundCharacters text: String) {
    open[open.count - 1].text += text
  }

  func parser(_: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    let (_, text, x, style) = open.removeLast()
    texts[name, default: []].append(text)
    if name == "text" { placed.append((text, x, style)) }
  }
}
