import RxTrace

extension StepCode {
  /// The line of the pipeline's own file that a step executes.
  enum ProgramLine: Equatable {
    case line(Int)
    /// The step runs no code of the pipeline.
    case elsewhere
    /// The step runs code of the pipeline, but neither the recording nor the text tells which line.
    case unknown
  }

  func programLine(of step: Step) -> ProgramLine {
    if let site = step.site, index.file(for: site.file) == pipelineFile { return .line(site.line) }
    switch step.kind {
    case .closure: return excerpt(of: step).map { one($0.lit) } ?? .unknown
    case .output: return step.parent.map { printing(in: trace.steps[$0]) } ?? .unknown
    default: return .elsewhere
    }
  }

  private func one(_ lines: Set<Int>) -> ProgramLine { lines.count == 1 ? .line(lines.first!) : .unknown }

  /// The line of a printing step's code. Some operators print in the engine's own code.
  private func printing(in step: Step) -> ProgramLine {
    guard let excerpt = excerpt(of: step) else { return .unknown }
    guard excerpt.file == pipelineFile else { return .elsewhere }
    let lines = excerpt.lines.filter { index.files[pipelineFile].texts[$0 - 1].spells("print(") }
    let lit = lines.filter(excerpt.lit.contains)
    return one(Set(lit.isEmpty ? lines : lit))
  }
}
