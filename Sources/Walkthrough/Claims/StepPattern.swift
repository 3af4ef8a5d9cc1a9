import RxTrace

/// A description of steps: `Producer.subscribe`, `MapSink#2.on(next:)`, `forwardOn`, `output`.
struct StepPattern: Equatable {
  /// The object's own type or one above it; nil for any.
  var type: String?
  var ordinal: Int?
  var kind: StepKind
  var event: EventKind?
  /// As the author wrote it.
  var text: String

  /// Reads a pattern; nil for a kind that does not exist.
  init?(_ text: String) {
    let parts = SymbolParts(text)
    guard let (kind, event) = Self.kinds[parts.member] else { return nil }
    self.text = text
    self.kind = kind
    self.event = event
    guard let type = parts.type else { return }
    let pieces = type.split(separator: "#", omittingEmptySubsequences: false)
    self.type = String(pieces[0])
    if pieces.count > 1 {
      guard pieces.count == 2, let ordinal = Int(pieces[1]) else { return nil }
      self.ordinal = ordinal
    }
  }

  /// Every spelling of a kind.
  static let kinds: [String: (StepKind, EventKind?)] = {
    var kinds: [String: (StepKind, EventKind?)] = [
      "subscribe(onNext:)": (.subscribeClosures, nil),
      "subscribe(onNext:onError:onCompleted:onDisposed:)": (.subscribeClosures, nil),
      "subscribe(_:)": (.subscribeHandler, nil), "subscribe(receiver:)": (.subscribe, nil),
      "run(_:cancel:)": (.run, nil), "dispose()": (.dispose, nil), "schedule(_:action:)": (.schedule, nil),
    ]
    let bare: [StepKind] = [
      .subscribe, .run, .forwardOn, .on, .onCore, .dispose, .closure, .schedule, .scheduledAction, .output,
    ]
    for kind in bare { kinds[kind.rawValue] = (kind, nil) }
    for kind in [StepKind.forwardOn, .on, .onCore] {
      kinds["\(kind.rawValue)(next:)"] = (kind, .next)
      kinds["\(kind.rawValue)(error:)"] = (kind, .error)
      kinds["\(kind.rawValue)Completed"] = (kind, .completed)
      kinds["\(kind.rawValue)Completed()"] = (kind, .completed)
    }
    return kinds
  }()
}

/// A recorded run together with the sources it is read against: what claims are held against.
struct RecordedRun {
  var trace: Trace
  var index: SourceIndex
  var code: StepCode
  /// The pipeline, as it is named to readers.
  var name: String

  init(trace: Trace, index: SourceIndex, pipelineFile: Int) {
    self.trace = trace
    self.index = index
    code = StepCode(index: index, trace: trace, pipelineFile: pipelineFile)
    name = index.files[pipelineFile].name
  }

  /// True for a step that the pattern describes.
  func matches(_ step: Step, _ pattern: StepPattern) -> Bool {
    guard step.kind == pattern.kind, pattern.event == nil || pattern.event == step.event else { return false }
    guard let type = pattern.type else { return true }
    guard let object = trace.object(of: step) else { return false }
    if let ordinal = pattern.ordinal, object.ordinal != ordinal { return false }
    return object.typeName == type || typeNames(of: step, object).contains(type)
  }

  /// The names under which the author may know the type whose method ran: the object's own, and those above it up to the
  /// one that declares the method. Above that, the name would credit a type with code that was overridden.
  private func typeNames(of step: Step, _ object: TracedObject) -> [String] {
    var names = [object.typeName]
    let owner = code.declaration(of: step)?.owner
    for type in index.ancestry(of: object.typeName) {
      names.append(type.qualifiedName)
      if type.qualifiedName == owner { break }
    }
    return names
  }

  /// Why a pattern can describe no step at all; nil when it can.
  func missingSymbol(_ pattern: StepPattern) -> SymbolError? {
    guard let type = pattern.type else { return nil }
    let traced = trace.objects.map(\.typeName)
    guard let declared = index.type(named: type) else {
      if traced.contains(type) { return nil }
      let member = SymbolParts(pattern.text).member
      return .missing(nearest: Nearest.name(to: type, among: index.typeNames + traced).map { "\($0).\(member)" })
    }
    return declares(declared, pattern) ? nil : .missing(nearest: owner(of: pattern))
  }

  private func declares(_ type: Declaration, _ pattern: StepPattern) -> Bool {
    let names = Self.methods(of: pattern)
    let ancestry = index.ancestry(of: type.qualifiedName)
    return names.isEmpty
      || ancestry.contains { type in
        index.members(of: type.qualifiedName).contains { names.contains($0.name) || names.contains($0.baseName) }
      }
  }

  private func owner(of pattern: StepPattern) -> String? {
    let names = Self.methods(of: pattern)
    let owners = index.declarations.filter { names.contains($0.name) }.compactMap(\.owner)
    return Nearest.name(to: pattern.type ?? "", among: owners).map { "\($0).\(SymbolParts(pattern.text).member)" }
  }

  private static func methods(of pattern: StepPattern) -> [String] {
    let events: [EventKind?] = pattern.event.map { [$0] } ?? [nil, .next, .error, .completed]
    return events.flatMap { StepMethods.names(of: pattern.kind, $0) }
  }
}

extension RecordedRun {
  /// A step in one line, for messages: `MapSink#1.on(next: 10)`.
  func describe(_ step: Step) -> String {
    if step.kind == .output { return "output \(StepValue.printed(step).debugDescription)" }
    let name = "\(trace.name(of: step.object)).\(step.kind.rawValue)"
    switch step.event {
    case .next, .error: return "\(name)(\(step.event!.rawValue): \(step.value?.text ?? "…"))"
    case .completed: return "\(name)(completed)"
    case nil: return name
    }
  }
}
