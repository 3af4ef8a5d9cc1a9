import Foundation

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

/// Reads whatever bytes libFuzzer thinks of as a trace file, and writes it in every form and every report.
///
/// A crash, a hang or an overrun of memory is found by the sanitizers. Checked here is that a file reads the same as a
/// stream and as a trace in memory, and that what is written is sound: JSON and XML that parse, and no character in a text
/// that does not show what it is.
private func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
  if var segments = FuzzedSegments(bytes, Choice(bytes)) {
    segments.file().withUnsafeBytes { write($0) }
  } else {
    write(bytes)
  }
  guard let trace = try? Trace(contentsOf: path) else { return 0 }
  checkStreams(trace)
  // A few thousand steps are enough to go wrong with, and every form of them is written for every input.
  guard trace.steps.count <= 2000 else { return 0 }
  var choice = Choice(bytes)
  checkForms(LocatedTrace(trace: trace, origins: origins(of: trace)), &choice)
  checkReports(trace, &choice)
  checkFilters(trace, &choice)
  checkRange(trace, &choice)
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager wants a main function of its own, so that libFuzzer's is not linked.
@main
private enum Main {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments) { fuzz($0, $1) })
  }
}

// MARK: Checks

private func checkStreams(_ trace: Trace) {
  let lines = text { try JSONLines(path: path).writeBytes($0) }
  let events = text { try ChromeTrace(path: path).writeBytes($0) }
  let table = text { try CSV(path: path).writeBytes($0) }
  let list = text { try StepList(path: path).writeBytes($0) }
  expect(lines == text { try JSONLines(trace).writeBytes($0) }, "a stream's JSON lines are those of a trace in memory")
  expect(events == text { try ChromeTrace(trace).writeBytes($0) }, "so are its trace events")
  expect(table == text { try CSV(trace).writeBytes($0) }, "and its table")
  expect(list == text { try StepList(trace).writeBytes($0) }, "and its list")
  expect(isJSON(lines: lines), "every line is a JSON object")
  expect(isJSON(events), "the trace events are JSON")
  expect(slicesNest(events), "the slices nest and end no earlier than they begin")
  expect(String(validating: table, as: UTF8.self) != nil, "the table is UTF-8")
  expect(showsAll(list), "the list has no hidden characters")
  expect(showsAll(lines) && showsAll(events), "nor has JSON")
}

private func checkForms(_ run: LocatedTrace, _ choice: inout Choice) {
  for form in TraceForm.allCases where !form.needsFile {
    var look = TraceLook()
    look.axis = choice.element(of: MarbleChart.Axis.allCases)
    look.grouping = choice.element(of: Mermaid.Grouping.allCases)
    look.foldsRepeats = choice.next() & 1 == 0
    look.title = "title \u{1B}]0;\u{202E}"
    look.escapesValues = true
    let text = written(run, form, look)
    let plain = text.filter { $0 != spacing(in: form) }
    if !showsAll(plain) {
      FileHandle.standardError.write(Data("\(form): \(String(decoding: text, as: UTF8.self).debugDescription)\n".utf8))
    }
    expect(showsAll(plain), "no form has hidden characters")
    switch form {
    case .svg: expect(isXML(text), "the picture is well-formed")
    case .jsonl, .otlp: expect(isJSON(lines: text), "every line is a JSON object")
    case .html: expect(isJSON(recording(in: text)), "the page's data are JSON")
    default: break
    }
  }
}

/// A control character that a form needs, or that does nothing there.
private func spacing(in form: TraceForm) -> UInt8? {
  switch form {
  case .csv: UInt8(ascii: "\r")
  case .html: UInt8(ascii: "\t")
  default: nil
  }
}

private func checkReports(_ trace: Trace, _ choice: inout Choice) {
  let run = AnalysedRun(name: "run \u{1B}", trace: trace, origins: origins(of: trace), remarks: ["\u{202E}"])
  let check = CheckReport(run, level: .note)
  checkReport(check.text, try? check.jsonText())
  if !trace.steps.isEmpty {
    let cause = CauseReport(of: choice.next() % trace.steps.count, in: run)
    checkReport(cause.text, try? cause.jsonText())
  }
  let diff = choice.next() & 1 == 0 ? DiffReport(run, fixedRun) : DiffReport(fixedRun, run, ignoringValues: true)
  checkReport(diff.text, try? diff.jsonText())
  expect(showsAll(Array(diff.html.utf8)), "the page of a comparison has no hidden characters")
  expect(DiffReport(run, run).diff.isSame, "a run is the same as itself")
}

private func checkReport(_ text: String, _ json: String?) {
  expect(showsAll(Array(text.utf8)), "no report has hidden characters")
  expect(json.map { isJSON(Array($0.utf8)) && showsAll(Array($0.utf8)) } ?? false, "and as JSON it is JSON")
}

private func checkFilters(_ trace: Trace, _ choice: inout Choice) {
  var filter = TraceFilter()
  if choice.next() & 1 == 0 { filter.kinds.wanted = [choice.element(of: StepKind.allCases), .on] }
  if choice.next() & 3 == 0 { filter.objects.wanted = [WildcardPattern("*a*"), WildcardPattern("?*#1")] }
  if choice.next() & 3 == 0 { filter.steps = [NumberRange(choice.next(), choice.next() + 40_000)] }
  if choice.next() & 3 == 0 { filter.threads.unwanted = [WildcardPattern("1")] }
  filter.keepsEnclosing = choice.next() & 1 == 0
  let part = filter.apply(to: LocatedTrace(trace: trace, origins: origins(of: trace)))
  for form in [TraceForm.tree, choice.element(of: TraceForm.allCases.filter { !$0.needsFile })] {
    var look = TraceLook()
    look.axis = choice.element(of: MarbleChart.Axis.allCases)
    look.escapesValues = true
    expect(showsAll(written(part, form, look).filter { $0 != spacing(in: form) }), "nor has a part of a run")
  }
  _ = CheckReport(AnalysedRun(name: "part", trace: part.trace)).text
}

/// A few steps are the same if only their segments are read in full.
private func checkRange(_ trace: Trace, _ choice: inout Choice) {
  let lowest = choice.next() % (trace.steps.count + 1)
  var filter = TraceFilter()
  filter.steps = [NumberRange(lowest, lowest + choice.next() % 20)]
  var plan: PartPlan?
  do {
    let part = try Trace(contentsOf: path, PartRequest(steps: filter.steps[0], hasContext: false), &plan)
    guard let plan else { return }
    let whole = filter.apply(to: trace)
    let lines = text { try JSONLines(filter.apply(to: part)).writeBytes($0) }
    expect(lines == text { try JSONLines(whole).writeBytes($0) }, "the lines of a range are those of the whole")
    var context: PartPlan?
    let inContext = try Trace(contentsOf: path, PartRequest(steps: filter.steps[0], hasContext: true), &context)
    let events = text { try ChromeTrace(filter.apply(to: inContext)).writeBytes($0) }
    expect(events == text { try ChromeTrace(whole).writeBytes($0) }, "so are its trace events")
    expect(plan.stepsInRun == trace.steps.count, "the steps of all segments are counted")
    try checkProgram(trace, filter, plan)
  } catch {
    fatalError("was read before: \(error)")
  }
}

/// So is what the program's view says of them.
private func checkProgram(_ trace: Trace, _ filter: TraceFilter, _ known: PartPlan) throws {
  var plan: PartPlan?
  var part = LocatedTrace(
    trace: try Trace(contentsOf: path, PartRequest(steps: filter.steps[0], hasContext: true), &plan))
  part.stepsInRun = known.stepsInRun
  let showing = try TraceShowing(filter: filter, form: .program)
  expect(try showing.text(of: part) == showing.text(of: LocatedTrace(trace: trace)), "so is the program's view")
}

// MARK: What is written

private func written(_ run: LocatedTrace, _ form: TraceForm, _ look: TraceLook) -> [UInt8] {
  var written: [UInt8] = []
  do {
    switch try form.writer(run, look) {
    case .text(let write): try write { written += $0.utf8 }
    case .bytes(let write): try write { written += $0 }
    case .file: break
    }
  } catch {
    fatalError("\(form): \(error)")
  }
  return written
}

private func origins(of trace: Trace) -> [ObjectID: SourceLine] {
  Dictionary(uniqueKeysWithValues: trace.objects.filter { $0.id % 3 == 0 }.map { ($0.id, origin) })
}

private let origin = SourceLine(file: "/\u{1B}[2J/\u{202E}pipeline.swift", line: 3)

/// A run that others are compared with: the first seed.
private let fixedRun: AnalysedRun = {
  let trace = ProcessInfo.processInfo.environment["HEADWATER_FUZZ_RUN"].flatMap { try? Trace(contentsOf: $0) }
  return AnalysedRun(name: "fixed", trace: trace ?? Trace())
}()

private func recording(in page: [UInt8]) -> [UInt8] {
  let text = String(decoding: page, as: UTF8.self)
  guard let start = text.range(of: "id=\"recording\">"),
    let end = text.range(of: "</script>", range: start.upperBound..<text.endIndex)
  else { return [] }
  return Array(text[start.upperBound..<end.lowerBound].utf8)
}

// MARK: What makes it sound

private func showsAll(_ text: [UInt8]) -> Bool {
  guard let text = String(validating: text, as: UTF8.self) else { return false }
  var before: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    // A joiner may stand within an emoji.
    let isJoiner = scalar == "\u{200D}" && (before?.value ?? 0) > 0xFF
    if HiddenScalars.contains(scalar), scalar != "\n", !isJoiner { return false }
    before = scalar
  }
  return true
}

private func isXML(_ text: [UInt8]) -> Bool {
  // Tags that open and close in turn, and no sign of XML's own between them.
  var open: [Substring] = []
  var rest = Substring(String(decoding: text, as: UTF8.self))
  while let start = rest.firstIndex(of: "<") {
    guard !rest[..<start].contains(">"), let end = rest[start...].firstIndex(of: ">") else { return false }
    let tag = rest[rest.index(after: start)..<end]
    rest = rest[rest.index(after: end)...]
    if tag.hasPrefix("/") {
      guard open.popLast() == tag.dropFirst() else { return false }
    } else if !tag.hasSuffix("/") {
      guard tag.count(where: { $0 == "\"" }) % 2 == 0 else { return false }
      open.append(tag.prefix { $0 != " " && $0 != "\n" })
    }
    if tag == "style" || tag.hasPrefix("style ") {
      guard let close = rest.range(of: "</style>") else { return false }
      rest = rest[close.upperBound...]
      open.removeLast()
    }
  }
  return open.isEmpty
}

private func slicesNest(_ events: [UInt8]) -> Bool {
  guard let whole = (try? JSONSerialization.jsonObject(with: Data(events))) as? [String: [[String: Any]]] else {
    return false
  }
  var latest: [Int: Double] = [:]
  var open: [Int: Int] = [:]
  for event in whole["traceEvents"] ?? [] {
    guard let phase = event["ph"] as? String, phase == "B" || phase == "E", let thread = event["tid"] as? Int,
      let time = event["ts"] as? Double
    else { continue }
    guard time >= latest[thread, default: 0] else { return false }
    latest[thread] = time
    open[thread, default: 0] += phase == "B" ? 1 : -1
    guard open[thread]! >= 0 else { return false }
  }
  return open.values.allSatisfy { $0 == 0 }
}

private func isJSON(_ text: [UInt8]) -> Bool {
  (try? JSONSerialization.jsonObject(with: Data(text))) != nil
}

private func isJSON(lines: [UInt8]) -> Bool {
  isJSON(Array("[".utf8) + lines.split(separator: UInt8(ascii: "\n")).joined(separator: [UInt8(ascii: ",")]) + [0x5D])
}

private func expect(_ holds: Bool, _ what: StaticString) {
  if !holds { fatalError("\(what): not so") }
}

// MARK: Files

/// In memory where the system has such a place.
private let path: String = {
  let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  return "\(folder)/headwater-fuzz-\(getpid()).hwtrace"
}()

private func write(_ bytes: UnsafeRawBufferPointer) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer { close(file) }
  if let start = bytes.baseAddress { expect(Foundation.write(file, start, bytes.count) == bytes.count, "a file") }
}

private func text(_ write: ((UnsafeRawBufferPointer) -> Void) throws -> Void) -> [UInt8] {
  var text: [UInt8] = []
  do { try write { text += $0 } } catch { fatalError("was read before: \(error)") }
  return text
}

/// Decisions that depend on the input, so that an input does the same each time.
struct Choice {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func next() -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33)
  }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[next() % elements.count] }
}
