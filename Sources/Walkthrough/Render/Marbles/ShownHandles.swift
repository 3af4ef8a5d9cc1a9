import PipelineRunning
import RxTrace

/// Where a picture shows the numbers of its program that readers can change.
struct ShownHandles {
  enum Place: Equatable {
    /// In the operator's box.
    case stage
    /// At the beginning, or at the end, of an observer's lane.
    case start(of: String)
    case stop(of: String)
  }

  let handles: [ArrangementHandle]
  /// For each handle; nil for one that nothing of the picture shows.
  let places: [Place?]
  /// The text of the operator's box, in pieces: between two of them stands a handle.
  let stage: [(text: String, handle: Int?)]

  /// Stand for the numbers in the program's text, to be found again in the text of the box.
  private static let marks: [Character] = ["Α", "Β", "Γ", "Δ", "Ε", "Ζ"]

  init(_ handles: [MarbleHandle], of text: String) {
    self.handles = handles.map(\.handle)
    var marked = text
    for (handle, mark) in zip(self.handles, Self.marks) {
      guard case .number(let before, let after) = handle.place else { continue }
      marked = marked.replacing("\(before)\(handle.values[handle.recorded])\(after)", with: "\(before)\(mark)\(after)")
    }
    let program = MarbleProgram(marked)
    places = handles.enumerated().map { number, handle in
      switch handle.handle.place {
      case .subscription: .start(of: program.result)
      case .disposal: .stop(of: program.result)
      case .number where number < Self.marks.count && program.stage.contains(Self.marks[number]): .stage
      case .number: handle.line.flatMap { program.subscribers[$0] }.map { .start(of: $0.observer) }
      }
    }
    stage = Self.pieces(program.stage)
  }

  private static func pieces(_ stage: String) -> [(text: String, handle: Int?)] {
    var pieces: [(text: String, handle: Int?)] = []
    var text = ""
    for character in stage {
      guard let handle = marks.firstIndex(of: character) else {
        text.append(character)
        continue
      }
      pieces.append((text, handle))
      text = ""
    }
    return pieces + [(text, nil)]
  }
}
