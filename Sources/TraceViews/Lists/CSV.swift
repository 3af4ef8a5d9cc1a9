import RxTrace

/// Writes the steps of a run as a table of comma-separated values (RFC 4180), whose columns
/// `content/reference/exports.md` describes.
///
///     try CSV(path: "run.hwtrace").write { print($0, terminator: "") }
///     // Prints: step,kind,event,object,other,delivered,thread,queue,depth,time,parent,cause,file,line,value,cut,threw,identity,virtualTime
///     //         1,subscribe(onNext:),,Map#1,AnonymousObserver#1,true,1,,0,1042,,,Rx/ObservableType.swift,24,,false,,,
public struct CSV {
  private let input: StepInput
  private let escapesValues: Bool
  private var times: VirtualTimes?

  /// The names of the columns, which are the first row.
  public static let columns = [
    "step", "kind", "event", "object", "other", "delivered", "thread", "queue", "depth", "time", "parent", "cause",
    "file", "line", "value", "cut", "threw", "identity", "virtualTime",
  ]

  /// - Parameter escapesValues: whether hidden characters in values are escaped, as those in names always are.
  public init(_ trace: Trace, escapesValues: Bool = false) {
    input = .trace(trace)
    self.escapesValues = escapesValues
  }

  /// Writes a run, or a part of one.
  init(_ run: LocatedTrace, escapesValues: Bool) {
    self.init(run.trace, escapesValues: escapesValues)
    times = run.timesOfWhole
  }

  /// Reads a trace file while writing, in memory that does not grow with the file.
  public init(path: String, escapesValues: Bool = false) {
    input = .file(path)
    self.escapesValues = escapesValues
  }

  /// Writes the table in pieces, each of which ends with a row.
  /// - Throws: ``TraceError``, what `write` throws.
  public func write(_ write: (String) throws -> Void) throws {
    try writeBytes { try write(String(decoding: $0, as: UTF8.self)) }
  }

  /// The same as UTF-8, which is valid only during the call.
  public func writeBytes(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try input.write(CSVForm(escapesValues: escapesValues, timesOfWhole: times), write)
  }
}

private struct CSVForm: StepForm {
  private let names = StepNames(escape: { $1.append($0) }, siteFormat: StepNames.writeSite)
  private let field = ByteBuilder()
  private let escapesValues: Bool
  private let shown = ByteBuilder()
  private var moments: StepMoments

  init(escapesValues: Bool, timesOfWhole: VirtualTimes?) {
    (self.escapesValues, moments) = (escapesValues, StepMoments(timesOfWhole))
  }

  func begin(_ source: some StepSource, _ out: ByteBuilder) {
    out.append(string: CSV.columns.joined(separator: ",") + "\r\n")
  }

  mutating func add(_ source: some StepSource, _ out: ByteBuilder) {
    names.meetObjects(source)
    let step = source.step
    out.append(decimal: step.number)
    out.append(",")
    writeCall(step, out)
    writePlace(step, source, out)
    writeSite(step, source, out)
    write(out, isEscaped: escapesValues) { field in field.append(step.value) { $1.append($0) } }
    out.append(step.value.isCut ? ",true" : ",false")
    if case .none = step.thrown {
      out.append(",")
    } else {
      write(out, isEscaped: escapesValues) { field in field.append(step.thrown) { $1.append($0) } }
    }
    out.append(",")
    if let identity = step.value.identity { out.append(decimal: identity) }
    let moment = moments.moment(of: step)
    write(out) { field in
      if let moment { field.append(string: moment.text) }
    }
    out.append("\r\n")
  }

  func end(_ source: some StepSource, _ out: ByteBuilder, flush: () throws -> Void) {}

  private func writeCall(_ step: StreamedStep, _ out: ByteBuilder) {
    out.append(string: step.kind.rawValue)
    out.append(",")
    if let event = step.event { out.append(string: event.rawValue) }
    for object in [step.object, step.other] {
      write(out) { field in
        if let object { names.append(object: object, to: field) }
      }
    }
    out.append(step.isDelivered ? ",true," : ",false,")
  }

  private func writePlace(_ step: StreamedStep, _ source: some StepSource, _ out: ByteBuilder) {
    out.append(decimal: step.thread + 1)
    write(out) { field in
      if let queue = step.queue { names.append(queue: queue, source, to: field) }
    }
    out.append(",")
    out.append(decimal: step.depth)
    out.append(",")
    out.append(decimal: step.time)
    for number in [step.parent, step.cause] {
      out.append(",")
      if let number { out.append(decimal: number) }
    }
  }

  private func writeSite(_ step: StreamedStep, _ source: some StepSource, _ out: ByteBuilder) {
    guard let site = step.site else { return out.append(",,") }
    let line = source.site(site)
    write(out) { $0.append(string: line.file) }
    out.append(",")
    out.append(decimal: line.line)
  }

  /// Writes a comma and then the text that `content` writes, in quotes if it needs them.
  /// - Parameter isEscaped: whether hidden characters are escaped.
  private func write(_ out: ByteBuilder, isEscaped: Bool = true, _ content: (ByteBuilder) -> Void) {
    field.removeAll()
    content(field)
    out.append(",")
    guard isEscaped else { return out.append(csv: field.bytes) }
    shown.removeAll()
    shown.append(printable: field.bytes)
    out.append(csv: shown.bytes)
  }
}

extension ByteBuilder {
  /// Appends a field. Invalid UTF-8 becomes U+FFFD.
  fileprivate func append(csv bytes: UnsafeRawBufferPointer) {
    guard bytes.isASCII || String(validating: bytes, as: UTF8.self) != nil else {
      var text = String(decoding: bytes, as: UTF8.self)
      return text.withUTF8 { append(csv: UnsafeRawBufferPointer($0)) }
    }
    guard bytes.contains(where: \.needsCSVQuotes) else { return append(bytes) }
    append(UInt8(ascii: "\""))
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}

extension UInt8 {
  fileprivate var needsCSVQuotes: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n")
  }
}
