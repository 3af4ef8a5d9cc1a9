import RxTrace

/// Writes a run as JSON, one object a line, which `content/reference/exports.md` describes field by field.
///
///     try JSONLines(path: "run.hwtrace").write { print($0, terminator: "") }
///     // Prints: {"type":"run","version":1,"process":4711,…}
///     //         {"type":"thread","thread":1,"name":"main"}
///     //         {"type":"object","object":"Map#1","class":"Map<Int, String>","role":"observable","since":1042}
///     //         {"type":"step","step":1,"kind":"subscribe(onNext:)","object":"Map#1",…}
public struct JSONLines {
  private let input: StepInput
  private let origins: [ObjectID: SourceLine]
  private var times: VirtualTimes?

  /// The version of the form; fields may be added within one.
  public static let version = 1

  /// - Parameter origins: the line of the user's source that made an object, if it is known.
  public init(_ trace: Trace, origins: [ObjectID: SourceLine] = [:]) {
    input = .trace(trace)
    self.origins = origins
  }

  /// Writes a run, or a part of one.
  init(_ run: LocatedTrace) {
    self.init(run.trace, origins: run.origins)
    times = run.timesOfWhole
  }

  /// Reads a trace file while writing, in memory that does not grow with the file.
  public init(path: String) {
    input = .file(path)
    origins = [:]
  }

  /// Writes the text in pieces, each of which ends with a line.
  /// - Throws: ``TraceError``, what `write` throws.
  public func write(_ write: (String) throws -> Void) throws {
    try writeBytes { try write(String(decoding: $0, as: UTF8.self)) }
  }

  /// The same as UTF-8, which is valid only during the call.
  public func writeBytes(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try input.write(JSONLinesForm(origins: origins, timesOfWhole: times), write)
  }
}

private struct JSONLinesForm: StepForm {
  let origins: [ObjectID: SourceLine]
  private var moments: StepMoments
  private let names = StepNames(escape: { $1.append(json: $0) }, siteFormat: writeSite)
  private var threads = 0
  private var steps = 0
  /// The numbers of stacks in the order in which they are written, by their places in the source and by their contents.
  /// The contents of each place are compared only once.
  private var stackNumbers: [Int: Int?] = [:]
  private var stacks: [[ReturnAddress]: Int] = [:]

  init(origins: [ObjectID: SourceLine], timesOfWhole: VirtualTimes?) {
    (self.origins, moments) = (origins, StepMoments(timesOfWhole))
  }

  func begin(_ source: some StepSource, _ out: ByteBuilder) {
    let run = source.summary
    out.append("{\"type\":\"run\",\"version\":")
    out.append(decimal: JSONLines.version)
    out.append(",\"process\":")
    out.append(decimal: UInt64(run.processIdentifier))
    out.append(",\"startUnixNano\":\"")
    out.append(decimal: run.startWallClock)
    out.append("\",\"complete\":")
    out.append(run.isComplete ? "true" : "false")
    out.append(",\"droppedRecords\":")
    out.append(decimal: run.droppedRecords)
    out.append(",\"dropReason\":")
    out.append(decimal: UInt64(run.dropReason))
    out.append(",\"damagedSlots\":")
    out.append(decimal: run.damagedSlots)
    out.append(",\"unfinishedRecords\":")
    out.append(decimal: run.unfinishedRecords)
    if run.removedRecords > 0 { writeRemoved(run, out) }
    out.append("}\n")
  }

  private func writeRemoved(_ run: RunSummary, _ out: ByteBuilder) {
    out.append(",\"removedRecords\":")
    out.append(decimal: run.removedRecords)
    out.append(",\"removedFrom\":")
    out.append(decimal: run.removedTimes.lowerBound)
    out.append(",\"removedTo\":")
    out.append(decimal: run.removedTimes.upperBound)
  }

  mutating func add(_ source: some StepSource, _ out: ByteBuilder) {
    if names.objectCount < source.objectCount { writeObjects(source, out, upTo: source.objectCount) }
    if source.step.thread >= threads { writeThreads(source, out) }
    steps += 1
    write(source.step, moments.moment(of: source.step), source, out)
  }

  mutating func end(_ source: some StepSource, _ out: ByteBuilder, flush: () throws -> Void) throws {
    source.nameRemainingObjects()
    while names.objectCount < source.objectCount {
      writeObjects(source, out, upTo: names.objectCount + 1)
      try flush()
    }
    for object in 0..<names.objectCount {
      for link in source.links(of: object) { write(link, of: object, out) }
      try flush()
    }
    out.append("{\"type\":\"end\",\"steps\":")
    out.append(decimal: steps)
    out.append(",\"objects\":")
    out.append(decimal: names.objectCount)
    out.append(",\"threads\":")
    out.append(decimal: threads)
    out.append("}\n")
  }

  // MARK: Steps

  @inline(__always)
  private func write(
    _ step: StreamedStep, _ moment: VirtualTimes.Moment?, _ source: some StepSource, _ out: ByteBuilder
  ) {
    out.append("{\"type\":\"step\",\"step\":")
    out.append(decimal: step.number)
    out.append(",\"kind\":\"")
    out.append(string: step.kind.rawValue)
    out.append("\"")
    writeCall(step, out)
    out.append(",\"thread\":")
    out.append(decimal: step.thread + 1)
    out.append(",\"depth\":")
    out.append(decimal: step.depth)
    out.append(",\"time\":")
    out.append(decimal: step.time)
    if let moment {
      out.append(",\"virtualTime\":")
      out.append(moment)
    }
    writePlace(step, source, out)
    writeValue(step.value, out)
    if case .none = step.thrown {} else { writeThrown(step.thrown, out) }
    out.append("}\n")
  }

  @inline(__always)
  private func writeCall(_ step: StreamedStep, _ out: ByteBuilder) {
    if let event = step.event {
      out.append(",\"event\":\"")
      out.append(string: event.rawValue)
      out.append("\"")
    }
    if let object = step.object { write(",\"object\":\"", object, out) }
    if let other = step.other { write(",\"other\":\"", other, out) }
    if !step.isDelivered { out.append(",\"delivered\":false") }
  }

  @inline(__always)
  private func writePlace(_ step: StreamedStep, _ source: some StepSource, _ out: ByteBuilder) {
    if let parent = step.parent {
      out.append(",\"parent\":")
      out.append(decimal: parent)
    }
    if let cause = step.cause {
      out.append(",\"cause\":")
      out.append(decimal: cause)
    }
    if let queue = step.queue {
      out.append(",\"queue\":\"")
      names.append(queue: queue, source, to: out)
      out.append("\"")
    }
    if let site = step.site { names.append(site: site, source, to: out) }
  }

  @inline(__always)
  private func writeValue(_ value: StreamedValue, _ out: ByteBuilder) {
    if case .none = value { return }
    out.append(",\"value\":\"")
    out.append(value) { $1.append(json: $0) }
    out.append("\"")
    if value.isCut { out.append(",\"cut\":true") }
    if let identity = value.identity {
      out.append(",\"identity\":")
      out.append(decimal: identity)
    }
  }

  private func writeThrown(_ error: StreamedValue, _ out: ByteBuilder) {
    out.append(",\"threw\":\"")
    out.append(error) { $1.append(json: $0) }
    out.append("\"")
    if error.isCut { out.append(",\"threwCut\":true") }
    if let identity = error.identity {
      out.append(",\"threwIdentity\":")
      out.append(decimal: identity)
    }
  }

  @inline(__always)
  private func write(_ key: StaticString, _ object: ObjectID, _ out: ByteBuilder) {
    out.append(key)
    names.append(object: object, to: out)
    out.append("\"")
  }

  // MARK: Objects, threads, lines

  private mutating func writeThreads(_ source: some StepSource, _ out: ByteBuilder) {
    while threads <= source.step.thread {
      out.append("{\"type\":\"thread\",\"thread\":")
      out.append(decimal: threads + 1)
      out.append(",\"name\":\"")
      out.append(json: source.thread(threads).name)
      out.append("\"}\n")
      threads += 1
    }
  }

  private mutating func writeObjects(_ source: some StepSource, _ out: ByteBuilder, upTo end: Int) {
    while names.objectCount < end {
      let object = source.object(names.objectCount)
      names.add(object)
      let stack = source.stack(of: object.id).flatMap { number(ofStack: $0, source, out) }
      write("{\"type\":\"object\",\"object\":\"", object.id, out)
      out.append(",\"class\":\"")
      out.append(json: object.fullTypeName)
      out.append("\",\"role\":\"")
      out.append(string: object.role.rawValue)
      out.append("\",\"since\":")
      out.append(decimal: object.knownSince)
      if let stack {
        out.append(",\"stack\":")
        out.append(decimal: stack)
      }
      writeOrigin(object.id, out)
      out.append("}\n")
    }
  }

  private func writeOrigin(_ object: ObjectID, _ out: ByteBuilder) {
    guard let origin = origins[object] else { return }
    out.append(",\"madeFile\":\"")
    out.append(json: origin.file)
    out.append("\",\"madeLine\":")
    out.append(decimal: origin.line)
  }

  /// The number of a stack, which is written the first time; nil if nothing is known of it.
  private mutating func number(ofStack stack: Int, _ source: some StepSource, _ out: ByteBuilder) -> Int? {
    if let number = stackNumbers[stack] { return number }
    let addresses = source.addresses(ofStack: stack)
    let number = addresses.isEmpty ? nil : stacks[addresses] ?? writeStack(addresses, out)
    stackNumbers[stack] = .some(number)
    return number
  }

  private mutating func writeStack(_ addresses: [ReturnAddress], _ out: ByteBuilder) -> Int {
    stacks[addresses] = stacks.count + 1
    out.append("{\"type\":\"stack\",\"stack\":")
    out.append(decimal: stacks.count)
    out.append(",\"frames\":[")
    for (index, address) in addresses.enumerated() {
      out.append(index == 0 ? "{\"image\":\"" : ",{\"image\":\"")
      out.append(json: address.image)
      out.append("\",\"offset\":\"0x")
      out.append(string: String(address.offset, radix: 16))
      out.append("\"}")
    }
    out.append("]}\n")
    return stacks.count
  }

  private static func writeSite(_ line: SourceLine, _ escape: (String) -> Void, _ out: ByteBuilder) {
    out.append(",\"file\":\"")
    escape(line.file)
    out.append("\",\"line\":")
    out.append(decimal: line.line)
  }

  private func write(_ link: TracedObject.Link, of object: ObjectID, _ out: ByteBuilder) {
    write("{\"type\":\"link\",\"object\":\"", object, out)
    out.append(",\"name\":\"")
    out.append(json: link.name)
    out.append("\"")
    write(",\"target\":\"", link.target, out)
    out.append("}\n")
  }
}
