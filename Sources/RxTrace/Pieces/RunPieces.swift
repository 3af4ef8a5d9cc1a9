/// The steps of a long recording in pieces. Each piece has whole outermost calls, with all that they enclose, and the
/// calls come in the order in which they began.
///
/// A piece has the objects, threads and call stacks of the whole run. Its steps keep their numbers in the run. The
/// times at which calls returned are not in it.
package struct RunPieces {
  private let stream: StepStream
  private let outline: RunOutline
  private let size: Int
  /// Steps that have been read and were in no piece yet. Positions of the calls around them count in the whole run.
  private var waiting: [Step] = []
  /// The number of each thread's newest outermost call; 0 for a thread that has made none.
  private var newest: [Int] = []

  /// - Parameter size: the fewest steps of a piece. A piece has more if a call that has not returned prevents a cut.
  /// - Throws: ``TraceError``
  package init(contentsOf path: String, _ outline: RunOutline, size: Int = 1 << 16) throws {
    stream = try StepStream(path: path)
    self.outline = outline
    self.size = size
  }

  /// The next piece; nil after the last one.
  package mutating func next() throws -> Trace? {
    let texts = StepTexts()
    var most = waiting.count + size
    waiting.reserveCapacity(most)
    while try stream.advance() {
      let step = stream.step
      while newest.count <= step.thread { newest.append(0) }
      if step.parent == nil { newest[step.thread] = step.number }
      waiting.append(stream.whole(step, texts))
      guard waiting.count >= most else { continue }
      let piece = piece(before: firstCallUnderWay(at: step.number))
      if !piece.steps.isEmpty { return piece }
      most *= 2
    }
    return waiting.isEmpty ? nil : piece(before: .max)
  }

  private func firstCallUnderWay(at number: Int) -> Int {
    newest.lazy.filter { call in call > 0 && outline.ends.lastSteps[call].map { number < $0 } ?? true }.min() ?? .max
  }

  /// The steps of the outermost calls that began before a step. The other steps go on waiting.
  private mutating func piece(before first: Int) -> Trace {
    var piece = outline.run.trace
    piece.steps = waiting
    // The position in the piece of each waiting step; nil for a step that waits for a later piece.
    var positions: [Int?] = []
    positions.reserveCapacity(waiting.count)
    let position = { (whole: Int?) in whole.flatMap { piece.position(ofStep: $0 + 1) }.flatMap { positions[$0] } }
    var steps: [Step] = []
    for step in waiting {
      guard step.parent == nil ? step.number < first : position(step.parent) != nil else {
        positions.append(nil)
        continue
      }
      positions.append(steps.count)
      var placed = step
      (placed.index, placed.parent, placed.cause) = (steps.count, position(step.parent), position(step.cause))
      steps.append(placed)
    }
    waiting = zip(waiting, positions).filter { $1 == nil }.map(\.0)
    piece.steps = steps
    return piece
  }
}
