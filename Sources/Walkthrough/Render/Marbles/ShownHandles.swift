import PipelineRunning
import RxTrace

/// The places in a picture of the values that readers can change.
struct ShownHandles {
  enum Place: Equatable {
    /// The handle is in the operator's box.
    case stage
    /// The handle is at the beginning, or at the end, of an observer's lane.
    case start(of: String)
    case stop(of: String)
  }

  let handles: [ArrangementHandle]
  /// The place of each handle; nil for a handle that the picture does not show.
  let places: [Place?]
  /// The text of the operator's box in pieces, between which the handles are.
  let stage: [(text: String, handle: Int?)]

  init(_ handles: [MarbleHandle], of text: String) {
    self.handles = handles.map(\.handle)
    // Each value is replaced by a name with the handle's number, which is easy to find in the text of the box.
    var marked = text
    for (number, handle) in self.handles.enumerated() {
      guard case .text(let before, let after) = handle.place else { continue }
      let own = "\(before)\(handle.values[handle.recorded])\(after)"
      marked = marked.replacing(own, with: "\(before)_h\(number)_\(after)")
    }
    let program = MarbleProgram(marked)
    places = handles.enumerated().map { number, handle in
      switch handle.handle.place {
      case .subscription: .start(of: program.result)
      case .disposal: .stop(of: program.result)
      case .text where program.stage.contains("_h\(number)_"): .stage
      case .text: handle.line.flatMap { Self.place(of: $0, in: program) }
      }
    }
    stage = Self.pieces(program.stage)
  }

  private static func place(of line: Int, in program: MarbleProgram) -> Place? {
    program.subscribers[line].map { .start(of: $0.observer) } ?? program.disposals[line].map { .stop(of: $0) }
  }

  private static func pieces(_ stage: String) -> [(text: String, handle: Int?)] {
    var pieces: [(text: String, handle: Int?)] = []
    var rest = stage[...]
    while let mark = rest.firstMatch(of: /_h(\d+)_/) {
      pieces.append((String(rest[..<mark.range.lowerBound]), Int(mark.1)))
      rest = rest[mark.range.upperBound...]
    }
    return pieces + [(String(rest), nil)]
  }
}
