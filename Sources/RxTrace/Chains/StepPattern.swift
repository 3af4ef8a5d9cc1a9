/// A description of steps: `Producer.subscribe`, `MapSink#2.on(next:)`, `forwardOn`, `output`.
package struct StepPattern: Equatable {
  /// The object's own type or a supertype of it; nil for any type.
  package var type: String?
  package var ordinal: Int?
  package var kind: StepKind
  package var event: EventKind?
  /// The line as the author wrote it.
  package var text: String

  /// Reads a pattern; returns nil if its kind does not exist.
  package init?(_ text: String) {
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

  /// The kinds of steps and events, by all their spellings.
  package static let kinds: [String: (StepKind, EventKind?)] = {
    var kinds: [String: (StepKind, EventKind?)] = [
      "subscribe(onNext:)": (.subscribeClosures, nil),
      "subscribe(onNext:onError:onCompleted:onDisposed:)": (.subscribeClosures, nil),
      "subscribe(_:)": (.subscribeHandler, nil), "subscribe(receiver:)": (.subscribe, nil),
      "subscribeCore(_:)": (.subscribe, nil), "run(_:)": (.run, nil), "run(_:cancel:)": (.run, nil),
      "onCompletion()": (.on, .completed), "dispose()": (.dispose, nil), "schedule(_:action:)": (.schedule, nil),
    ]
    let bare: [StepKind] = [
      .subscribe, .run, .forwardOn, .on, .onCore, .dispose, .closure, .schedule, .scheduledAction, .cancelledAction,
      .output,
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

/// The parts of `Type.member(labels:)`.
package struct SymbolParts: Equatable {
  package var type: String?
  package var member: String

  package init(_ symbol: String) {
    let end = symbol.firstIndex(of: "(") ?? symbol.endIndex
    if let dot = symbol[..<end].lastIndex(of: ".") {
      type = String(symbol[..<dot])
      member = String(symbol[symbol.index(after: dot)...])
    } else {
      member = symbol
    }
  }
}
