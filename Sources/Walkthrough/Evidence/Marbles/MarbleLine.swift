import RxTrace

/// A line of marble notation, as in a program's arguments: `-a-(b|)`.
struct MarbleLine: Equatable, Sendable {
  /// The marks, in the order of their ticks.
  var marks: [Mark] = []

  struct Mark: Equatable, Sendable {
    /// The tick, counted from 0, or from the `^` of the line.
    var tick: Int
    var kind: Kind
    /// An element's name; empty for other marks.
    var text = ""
  }

  enum Kind: Equatable, Sendable {
    case event(EventKind)
    case subscription, disposal
  }

  /// - Returns: nil for a text that is not marble notation.
  init?(_ text: String) {
    var reader = Reader(rest: text[...])
    guard reader.read() else { return nil }
    marks = reader.marks
    guard let origin = marks.first(where: { $0.kind == .subscription })?.tick else { return }
    for index in marks.indices { marks[index].tick -= origin }
  }

  /// Whether the line says when to subscribe and to dispose, instead of what a sequence sends.
  static func isSubscription(_ text: String) -> Bool { text.contains("^") || text.contains("!") }

  /// The marks that are events.
  var events: [(tick: Int, event: EventKind, text: String)] {
    marks.compactMap { mark in if case .event(let event) = mark.kind { (mark.tick, event, mark.text) } else { nil } }
  }

  private struct Reader {
    var rest: Substring
    var marks: [Mark] = []
    var tick = 0
    var isInGroup = false

    /// - Returns: false at a mistake.
    mutating func read() -> Bool {
      while let sign = rest.popFirst() {
        switch sign {
        case "-" where !isInGroup: tick += 1
        case "(" where !isInGroup: isInGroup = true
        case ")" where isInGroup:
          isInGroup = false
          tick += 1
        case "-", "(", ")": return false
        case "'":
          guard let name = quotedName() else { return false }
          add(.event(.next), name)
        case _ where sign.isWhitespace: break
        case "|": add(.event(.completed))
        case "#": add(.event(.error))
        case "^": add(.subscription)
        case "!": add(.disposal)
        default: add(.event(.next), String(sign))
        }
      }
      return !isInGroup
    }

    private mutating func add(_ kind: Kind, _ text: String = "") {
      marks.append(Mark(tick: tick, kind: kind, text: text))
      if !isInGroup { tick += 1 }
    }

    /// The rest of a name up to its `'`, in which `''` stands for `'`.
    private mutating func quotedName() -> String? {
      var name = ""
      while let sign = rest.popFirst() {
        guard sign == "'" else {
          name.append(sign)
          continue
        }
        guard rest.first == "'" else { return name }
        name.append(rest.removeFirst())
      }
      return nil
    }
  }
}
