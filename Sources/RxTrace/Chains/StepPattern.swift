/// A description of steps: `Producer.subscribe`, `MapSink#2.on(next:)`, `forwardOn`, `output`, or the function that the
/// program called to make them: `PublishRelay.accept(_:)`.
package struct StepPattern: Equatable {
  /// The object's own type or a supertype of it, or the type that declares the function; nil for any type.
  package var type: String?
  package var ordinal: Int?
  /// Nil if the description names the function that the program called.
  package var kind: StepKind?
  package var event: EventKind?
  /// The line as the author wrote it.
  package var text: String

  /// Reads a pattern; returns nil if it is neither a kind of call nor the name of a function with its type.
  package init?(_ text: String) {
    let parts = SymbolParts(text)
    self.text = text
    guard let (kind, event) = Self.kinds[parts.member] else {
      guard parts.isFunctionOfType else { return nil }
      type = parts.type
      return
    }
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
  /// The name with its labels.
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

  /// The name without labels.
  package var baseName: Substring { member.prefix { $0 != "(" } }

  /// Whether a name in a text means a function with these parts, perhaps without some of its labels, because texts, like
  /// calls, leave out arguments with default values. A name without parentheses means any labels.
  package func means(_ function: SymbolParts) -> Bool {
    guard baseName == function.baseName else { return false }
    guard let labels else { return true }
    var rest = (function.labels ?? [])[...]
    guard !labels.isEmpty else { return rest.isEmpty }
    return labels.allSatisfy { label in
      guard let place = rest.firstIndex(of: label) else { return false }
      rest = rest[rest.index(after: place)...]
      return true
    }
  }

  private var labels: [Substring]? {
    member.contains("(") ? member.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":") : nil
  }

  /// Whether the text is spelled as `Type.member` or `Type.member(labels:)`, and not as a number of an object.
  fileprivate var isFunctionOfType: Bool {
    guard let type, type.first?.isUppercase ?? false, let first = baseName.first else { return false }
    let isWord = { (character: Character) in character.isLetter || character.isNumber || character == "_" }
    return type.allSatisfy { isWord($0) || $0 == "." } && (first.isLetter || first == "_")
      && baseName.allSatisfy(isWord) && (!member.contains("(") || member.hasSuffix(")"))
  }
}
