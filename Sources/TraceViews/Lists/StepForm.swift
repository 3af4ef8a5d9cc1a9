import RxTrace

/// A form in which a run is written step by step, without keeping the steps.
protocol StepForm {
  /// Writes the text before the first step.
  mutating func begin(_ source: some StepSource, _ out: ByteBuilder)
  /// Writes the source's current step.
  mutating func add(_ source: some StepSource, _ out: ByteBuilder)
  /// Writes the text after the last step; `flush` may be called between any two lines.
  mutating func end(_ source: some StepSource, _ out: ByteBuilder, flush: () throws -> Void) throws
}

/// The virtual times of a source's steps, one after another: from the run that it is a part of, or from its own clocks.
struct StepMoments {
  let timesOfWhole: VirtualTimes?
  private var clocks = VirtualClocks()

  init(_ timesOfWhole: VirtualTimes?) { self.timesOfWhole = timesOfWhole }

  /// The virtual time of the newest step.
  mutating func moment(of step: StreamedStep) -> VirtualTimes.Moment? {
    timesOfWhole.map { $0.time(ofStep: step.number, thread: step.thread) } ?? clocks.take(step)
  }
}

extension ByteBuilder {
  /// Appends a virtual time as JSON: a number, or the text of a clock that has dates.
  func append(_ moment: VirtualTimes.Moment) {
    if let ticks = moment.ticks { return append(decimal: ticks) }
    if let number = moment.number { return append(string: "\(number)") }
    append("\"")
    append(json: moment.text)
    append("\"")
  }
}

/// The run that is written: a trace in memory, or a file that is read while writing.
enum StepInput {
  case trace(Trace)
  case file(String)

  /// Writes the form's text in pieces, each of which ends with a line.
  func write(_ form: some StepForm, _ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch self {
    case .trace(let trace): try Self.write(TraceSteps(trace), form, write)
    case .file(let path): try Self.write(StepStream(path: path), form, write)
    }
  }

  private static func write<Source: StepSource, Form: StepForm>(
    _ source: Source, _ form: Form, _ write: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var form = form
    let out = ByteBuilder(capacity: pieceSize * 2)
    func flush() throws {
      guard out.count >= pieceSize else { return }
      try write(out.bytes)
      out.removeAll()
    }
    form.begin(source, out)
    while try source.advance() {
      form.add(source, out)
      try flush()
    }
    try form.end(source, out, flush: flush)
    if out.count > 0 { try write(out.bytes) }
  }

  private static let pieceSize = 1 << 16
}

/// The names in steps, which are written again and again but escaped once.
final class StepNames {
  /// How a form writes a source line. `escape` writes the file's name.
  typealias SiteFormat = (_ line: SourceLine, _ escape: (String) -> Void, _ out: ByteBuilder) -> Void

  private let escape: (UnsafeRawBufferPointer, ByteBuilder) -> Void
  private let siteFormat: SiteFormat
  @exclusivity(unchecked) private var objects: [ObjectEntry] = []
  private let types = TextArena()
  private var typePlaces: [String: Int] = [:]
  private let sites = TextArena()
  private let queues = TextArena()

  private struct ObjectEntry {
    var type: UInt32
    var ordinal: UInt32
    var isSink: Bool
    var isDisposable: Bool
  }

  /// - Parameter escape: appends text as it may stand within a quoted value.
  init(escape: @escaping (UnsafeRawBufferPointer, ByteBuilder) -> Void, siteFormat: @escaping SiteFormat) {
    self.escape = escape
    self.siteFormat = siteFormat
  }

  /// The number of known objects, which is the number of the source's next object.
  var objectCount: Int { objects.count }

  func add(_ object: TracedObject) {
    let type = typePlaces[object.typeName] ?? addType(object.typeName)
    objects.append(
      ObjectEntry(
        type: UInt32(type), ordinal: UInt32(truncatingIfNeeded: object.ordinal), isSink: object.role == .sink,
        isDisposable: object.role == .disposable))
  }

  /// Adds the objects that a step names.
  @inline(__always)
  func meetObjects(_ source: some StepSource) {
    while objects.count < source.objectCount { add(source.object(objects.count)) }
  }

  private func addType(_ name: String) -> Int {
    typePlaces[name] = types.count
    types.add { write(name, $0) }
    return types.count - 1
  }

  /// `MapSink#3`.
  @inline(__always)
  func append(object id: ObjectID, to out: ByteBuilder) {
    let entry = objects[id]
    types.append(Int(entry.type), to: out)
    out.append(UInt8(ascii: "#"))
    out.append(decimal: UInt64(entry.ordinal))
  }

  @inline(__always)
  func append(site place: Int, _ source: some StepSource, to out: ByteBuilder) {
    while sites.count <= place { addSite(source.site(sites.count)) }
    sites.append(place, to: out)
  }

  private func addSite(_ line: SourceLine) {
    sites.add { out in siteFormat(line, { self.write($0, out) }, out) }
  }

  @inline(__always)
  func append(queue place: Int, _ source: some StepSource, to out: ByteBuilder) {
    while queues.count <= place { addQueue(source.queue(queues.count)) }
    queues.append(place, to: out)
  }

  private func addQueue(_ label: String) {
    queues.add { write(label, $0) }
  }

  /// `MapSink#1.forwardOn`, `AnonymousObserver#1 onNext closure`; see ``Trace/title(of:)``.
  @inline(__always)
  func append(titleOf step: StreamedStep, to out: ByteBuilder) {
    guard step.kind != .output else { return out.append("output") }
    if let object = step.object { append(object: object, to: out) }
    guard step.kind == .closure else {
      out.append(UInt8(ascii: "."))
      return out.append(string: step.kind.rawValue)
    }
    out.append(UInt8(ascii: " "))
    appendClosureName(step, to: out)
  }

  private func appendClosureName(_ step: StreamedStep, to out: ByteBuilder) {
    let entry = step.object.map { objects[$0] }
    switch step.event {
    case .some where entry?.isSink == true: out.append("closure")
    case .next: out.append("onNext closure")
    case .error: out.append("onError closure")
    case .completed: out.append("onCompleted closure")
    case nil where entry?.isSink == true: out.append("subscribe closure")
    case nil where entry?.isDisposable == true: out.append("dispose closure")
    case nil: out.append("closure")
    }
  }

  private func write(_ text: String, _ out: ByteBuilder) {
    var text = text
    text.withUTF8 { escape(UnsafeRawBufferPointer($0), out) }
  }
}

extension StepNames {
  /// `Rx/Map.swift:42`.
  static func writeSite(_ line: SourceLine, _ escape: (String) -> Void, _ out: ByteBuilder) {
    escape(line.file)
    out.append(":")
    out.append(decimal: line.line)
  }
}
