import RxTrace

/// Writes the steps of a run as a flat, numbered list, one line a step in the order of the run, every value in full.
///
///     try StepList(path: "run.hwtrace").write { print($0, terminator: "") }
///     // Prints:      1  Map#1.subscribe(onNext:) → AnonymousObserver#1  Rx/ObservableType+Subscribe.swift:40
///     //              2  Map#1.subscribe → AnonymousObserver#1  in 1  Rx/Producer.swift:14
public struct StepList {
  private let input: StepInput

  public init(_ trace: Trace) { input = .trace(trace) }

  /// Reads a trace file while writing, in memory that does not grow with the file.
  public init(path: String) { input = .file(path) }

  /// Writes the text in pieces, each of which ends with a line.
  /// - Throws: ``TraceError``, what `write` throws.
  public func write(_ write: (String) throws -> Void) throws {
    try writeBytes { try write(String(decoding: $0, as: UTF8.self)) }
  }

  /// The same as UTF-8, which is valid only during the call.
  public func writeBytes(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    try input.write(StepListForm(), write)
  }
}

private struct StepListForm: StepForm {
  private let names = StepNames(escape: { $1.append(printable: $0) }, siteFormat: StepNames.writeSite)

  func begin(_ source: some StepSource, _ out: ByteBuilder) {}
  func end(_ source: some StepSource, _ out: ByteBuilder, flush: () throws -> Void) {}

  func add(_ source: some StepSource, _ out: ByteBuilder) {
    names.meetObjects(source)
    let step = source.step
    writeNumber(step.number, out)
    if source.hasSeveralThreads {
      out.append("thread ")
      out.append(decimal: step.thread + 1)
      out.append("  ")
    }
    names.append(titleOf: step, to: out)
    writeEvent(step, out)
    write("  in ", step.parent, out)
    write("  ← ", step.cause, out)
    if let site = step.site {
      out.append("  ")
      names.append(site: site, source, to: out)
    }
    out.append("\n")
  }

  private func writeNumber(_ number: Int, _ out: ByteBuilder) {
    var bound = 100_000
    while bound > number && bound > 1 {
      out.append(" ")
      bound /= 10
    }
    out.append(decimal: number)
    out.append("  ")
  }

  private func writeEvent(_ step: StreamedStep, _ out: ByteBuilder) {
    if let other = step.other {
      out.append(" → ")
      names.append(object: other, to: out)
    }
    // The name of a closure says which event it takes.
    if let event = step.event, step.kind != .closure {
      out.append("  ")
      out.append(string: event.rawValue)
    }
    if case .none = step.value {} else { writeValue(step.value, out) }
    if case .none = step.thrown {} else { writeThrown(step.thrown, out) }
    if !step.isDelivered {
      out.append("  ")
      out.append(StepPhrase.notDelivered)
    }
  }

  private func writeThrown(_ error: StreamedValue, _ out: ByteBuilder) {
    out.append("  ")
    out.append(StepPhrase.threw)
    writeValue(error, out)
  }

  private func writeValue(_ value: StreamedValue, _ out: ByteBuilder) {
    out.append(" ")
    out.append(value) { $1.append(printable: $0) }
    guard value.isCut else { return }
    out.append(" (")
    out.append(StepPhrase.restIsMissing)
    out.append(")")
  }

  private func write(_ mark: StaticString, _ number: Int?, _ out: ByteBuilder) {
    guard let number else { return }
    out.append(mark)
    out.append(decimal: number)
  }
}

extension ByteBuilder {
  /// Appends text as ``ShownText/printable(_:)`` gives it. Invalid UTF-8 becomes U+FFFD.
  func append(printable bytes: UnsafeRawBufferPointer) {
    if bytes.isASCII { return TextEscaping.shown.escape(bytes) { append($0) } }
    var text = String(decoding: bytes, as: UTF8.self)
    text.withUTF8 { TextEscaping.shown.escape(UnsafeRawBufferPointer($0)) { append($0) } }
  }
}
