import Foundation
import RxTrace

/// Whether a run shows what one claim of a task asks for.
public struct TaskAnswer: Equatable, Encodable, Sendable {
  /// The claim's kind.
  public var kind: String
  /// The first difference, in the language of the page; nil if there is none.
  public var hint: String?
  /// More about the difference, in English.
  public var detail: String?

  init(_ claim: TaskClaim, _ run: Evidence, _ words: Wording) {
    kind = claim.kind
    switch claim.difference(from: run) {
    case nil: break
    case .line(let number, let asked?, let printed?):
      hint = Self.text(words(.taskHintLine), ["line": "\(number)", "asked": asked, "printed": printed])
    case .line(let number, let asked?, nil):
      hint = Self.text(words(.taskHintNoLine), ["line": "\(number)", "asked": asked])
    case .line(let number, nil, let printed):
      hint = Self.text(words(.taskHintMore), ["line": "\(number)", "printed": printed ?? ""])
    case .step(let asked, let reason): (hint, detail) = (words(.taskHintStep, asked), reason)
    case .marbles(let asked, let recorded):
      hint = Self.text(words(.taskHintMarbles), ["asked": asked, "recorded": recorded])
    case .unreadable(let reason): hint = reason
    }
  }

  /// Replaces all names by their values in one pass, because a value may look like a name.
  private static func text(_ pattern: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      text += values[String(rest[rest.index(after: open)..<close])] ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

extension TaskClaim {
  /// The claims as JSON for the page's script, which sends them to the server.
  static func json(_ claims: [TaskClaim]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(claims)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
