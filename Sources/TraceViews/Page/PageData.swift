import Foundation
import RxTrace

/// A trace for the page's script: tables in JSON, and the steps as a stream of small numbers in base64.
///
/// A step is nine numbers (``StepWriter``), each in as few bytes as it needs: seven bits a byte, the lowest bits first.
struct PageData {
  private let trace: Trace
  private let stepsInRun: Int
  private let origins: [ObjectID: SourceLine]
  private let sources: SourceTexts
  private let times: VirtualTimes

  init(
    _ trace: Trace, stepsInRun: Int, origins: [ObjectID: SourceLine], sources: SourceTexts, times: VirtualTimes
  ) {
    self.trace = trace
    self.stepsInRun = stepsInRun
    self.origins = origins
    self.sources = sources
    self.times = times
  }

  func write(_ write: (String) throws -> Void) rethrows {
    var tables = PageTables()
    try write("{\"count\":\(trace.steps.count),\"stepsInRun\":\(stepsInRun),\"jumps\":\(jumps),\n\"steps\":\"")
    try writeSteps(&tables, write)
    try write("\",\n\"origins\":\(originNumbers(&tables)),\n\"objects\":\(objectNumbers(&tables)),")
    try write("\n\"threads\":\(jsonStrings(trace.threadNames)),")
    try write("\n\"places\":\(tables.places),\n\"queues\":\(jsonStrings(tables.queues.all)),")
    try write("\n\"calls\":\(jsonStrings(tables.calls.all.map(\.name))),")
    try write("\n\"kinds\":\(jsonStrings(tables.calls.all.map(\.kind.rawValue))),")
    try write("\n\"types\":\(jsonStrings(tables.types.all.flatMap { [$0.name, $0.fullName, $0.role.rawValue] })),")
    try write("\n\"links\":\(jsonStrings(tables.links.all)),\n\"files\":\(jsonStrings(tables.files.all)),")
    try write("\n\"sites\":\(tables.siteNumbers()),")
    try write("\n\"thrown\":\(thrownErrors(&tables)),")
    try writeMoments(write)
    try writeValues(tables, write)
    try writeExcerpts(tables, write)
    try write("}")
  }

  private func writeSteps(_ tables: inout PageTables, _ write: (String) throws -> Void) rethrows {
    var writer = StepWriter()
    for step in trace.steps {
      writer.add(step, in: trace, &tables)
      if writer.numbers.bytes.count >= 1 << 16 { try write(writer.takeText(isLast: false)) }
    }
    try write(writer.takeText(isLast: true))
  }

  /// Where the virtual time of the steps changes, as `[position, place of its text, …]`, with -1 for none, and the texts.
  private func writeMoments(_ write: (String) throws -> Void) rethrows {
    var texts = Numbered<String>()
    var (changes, last) = ([Int](), -1)
    for step in times.isEmpty ? [] : trace.steps {
      let moment = times.time(of: step).map { texts.index(of: $0.text) } ?? -1
      if moment != last { changes += [step.index, moment] }
      last = moment
    }
    try write("\n\"moments\":\(jsonStrings(texts.all)),\n\"momentChanges\":\(changes),")
  }

  private func writeValues(_ tables: PageTables, _ write: (String) throws -> Void) rethrows {
    try write("\n\"values\":[")
    for (index, value) in tables.values.all.enumerated() {
      try write((index == 0 ? "" : ",\n") + TextEscaping.script.quote(value.text))
    }
    let cut = tables.values.all.indices.filter { !tables.values.all[$0].isComplete }
    try write("],\n\"cut\":\(cut)")
  }

  /// For each file that is there, the lines that steps name and those around them, as `[first line, text, …]`.
  private func writeExcerpts(_ tables: PageTables, _ write: (String) throws -> Void) rethrows {
    try write(",\n\"excerpts\":{")
    let linesOfFiles = Dictionary(grouping: tables.sites.all, by: \.file)
    var isFirst = true
    for (index, file) in tables.files.all.enumerated() {
      guard let text = sources.text(of: file) else { continue }
      let excerpts = SourceExcerpts(of: text, around: (linesOfFiles[file] ?? []).map(\.line))
      let parts = excerpts.parts.map { "\($0.firstLine),\(TextEscaping.script.quote($0.text))" }
      try write("\(isFirst ? "" : ",")\n\"\(index)\":[\(parts.joined(separator: ",\n"))]")
      isFirst = false
    }
    try write("}")
  }

  /// The gaps in the numbers of steps: `[position, number, …]`. Only a part of a run has gaps.
  private var jumps: [Int] {
    var expected = 1
    var jumps: [Int] = []
    for step in trace.steps {
      if step.number != expected { jumps += [step.index, step.number] }
      expected = step.number + 1
    }
    return jumps
  }

  /// `[position of a closure's step, place of the value that it threw, …]`
  private func thrownErrors(_ tables: inout PageTables) -> [Int] {
    trace.steps.flatMap { step in step.thrown.map { [step.index, tables.value($0)] } ?? [] }
  }

  /// `[object, site, …]`
  private func originNumbers(_ tables: inout PageTables) -> [Int] {
    origins.sorted { $0.key < $1.key }.flatMap { [$0.key, tables.site($0.value)] }
  }

  /// `[type, ordinal, number of links, link's name, link's target, …, type, …]`
  private func objectNumbers(_ tables: inout PageTables) -> [Int] {
    var numbers: [Int] = []
    for object in trace.objects {
      numbers += [tables.type(of: object), object.ordinal, object.links.count]
      for link in object.links { numbers += [tables.links.index(of: link.name), link.target] }
    }
    return numbers
  }
}

/// The values that steps share, each once.
struct PageTables {
  var calls = Numbered<Call>()
  var values = Numbered<Value>()
  var sites = Numbered<SourceLine>()
  var files = Numbered<String>()
  var types = Numbered<ObjectType>()
  var links = Numbered<String>()
  var queues = Numbered<String>()
  var threadQueues = Numbered<Place>()

  struct Call: Hashable {
    var name: String
    var kind: StepKind
  }

  /// Two values are equal if their bytes are, because Swift's equality is that of canonically equivalent texts.
  struct Value: Hashable {
    var text: String
    var isComplete: Bool

    static func == (left: Value, right: Value) -> Bool {
      left.isComplete == right.isComplete && left.text.utf8.count == right.text.utf8.count
        && left.withBytes { left in right.withBytes { memcmp(left.baseAddress!, $0.baseAddress!, left.count) == 0 } }
    }

    func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }

    private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      var text = text
      return text.withUTF8 { $0.isEmpty ? withUnsafeBytes(of: UInt8(0), body) : body(UnsafeRawBufferPointer($0)) }
    }
  }

  struct ObjectType: Hashable {
    var name: String
    var fullName: String
    var role: TracedObject.Role
  }

  /// The thread and the queue of a step; the queue is -1 for none.
  struct Place: Hashable {
    var thread: Int
    var queue: Int
  }

  mutating func call(of step: Step, in trace: Trace) -> Int {
    let name = step.kind == .closure ? trace.closureName(of: step) : step.kind.rawValue
    return calls.index(of: Call(name: name, kind: step.kind))
  }

  mutating func place(of step: Step) -> Int {
    let queue = step.queue.map { queues.index(of: $0) } ?? -1
    return threadQueues.index(of: Place(thread: step.thread, queue: queue))
  }

  mutating func site(_ line: SourceLine) -> Int {
    _ = files.index(of: line.file)
    return sites.index(of: line)
  }

  mutating func value(_ value: TracedValue) -> Int {
    values.index(of: Value(text: value.text, isComplete: value.isComplete))
  }

  mutating func type(of object: TracedObject) -> Int {
    types.index(of: ObjectType(name: object.typeName, fullName: object.fullTypeName, role: object.role))
  }
}

/// Different things in order of first appearance, each with its number.
struct Numbered<Element: Hashable> {
  private(set) var all: [Element] = []
  private var indices: [Element: Int] = [:]

  mutating func index(of element: Element) -> Int {
    if let index = indices[element] { return index }
    indices[element] = all.count
    all.append(element)
    return all.count - 1
  }
}

/// Encodes steps as differences, because most numbers differ little from those of the step before.
private struct StepWriter {
  private(set) var numbers = NumberWriter()
  private var object = 0
  private var value = 0
  private var time = 0

  /// Adds a step: call with event and delivery, place, object, other object, site, parent, time, value, cause.
  mutating func add(_ step: Step, in trace: Trace, _ tables: inout PageTables) {
    let event = step.event.map { EventKind.allCases.firstIndex(of: $0)! + 1 } ?? 0
    numbers.put(UInt64(tables.call(of: step, in: trace) << 3 | event << 1 | (step.isDelivered ? 0 : 1)))
    numbers.put(UInt64(tables.place(of: step)))
    numbers.put(step.object, near: object)
    object = step.object ?? object
    numbers.put(step.other, near: object)
    numbers.put(UInt64(step.site.map { tables.site($0) + 1 } ?? 0))
    numbers.put(step.parent, near: step.index)
    let time = Int(clamping: step.time)
    numbers.put(time, near: self.time)
    self.time = time
    let value = step.value.map { tables.value($0) }
    numbers.put(value, near: self.value)
    self.value = value ?? self.value
    numbers.put(step.cause, near: step.index)
  }

  mutating func takeText(isLast: Bool) -> String { numbers.takeText(isLast: isLast) }
}

extension PageTables {
  /// `[thread, queue, …]`
  fileprivate var places: [Int] { threadQueues.all.flatMap { [$0.thread, $0.queue] } }

  /// `[file, line, …]`
  fileprivate mutating func siteNumbers() -> [Int] {
    var numbers: [Int] = []
    for site in sites.all { numbers += [files.index(of: site.file), site.line] }
    return numbers
  }
}

func jsonStrings(_ texts: [String]) -> String {
  "[\(texts.map { TextEscaping.script.quote($0) }.joined(separator: ","))]"
}
