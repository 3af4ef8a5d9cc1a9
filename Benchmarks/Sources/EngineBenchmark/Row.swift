import Measuring

/// A workload, its figures, and what they miss.
struct Row {
  var workload: Workload
  var timing: Timing?
  var counts: [Engine: Counts]
  var ceilings: Ceilings

  /// How many times as fast as an engine this one is.
  func ratio(to other: Engine) -> Double? { timing?.ratio(to: other, workload) }

  /// The goals that are not reached, in words.
  var misses: [String] {
    var misses: [String] = []
    if let disagreement = timing?.disagreements[workload.name] { misses.append("NOT THE SAME RESULT: \(disagreement)") }
    if let ratio = ratio(to: .rxSwift), ratio < workload.goal {
      misses.append("goal \(format(workload.goal, digits: 0))×")
    }
    if let ratio = ratio(to: .openCombine), ratio < 1 { misses.append("slower than OpenCombine") }
    guard let counts = counts[.ours] else { return misses }
    if counts.asksTooOften { misses.append("types") }
    return misses + ceilings.exceeded(by: counts, of: workload.name)
  }

  static let heading = line(
    name: "", time: "ns", rxSwift: "RxSwift", openCombine: "OpenC.", instructions: "instructions",
    allocations: "allocations", types: "types", misses: "not reached")

  /// For a terminal. Counts of this engine stand before RxSwift's.
  var text: String {
    Self.line(
      name: workload.name + (workload.isThreaded ? " (threads)" : ""),
      time: timing?.times[workload.name]?[.ours].map { format($0, digits: $0 < 100 ? 1 : 0) } ?? "",
      rxSwift: cell(ratio(to: .rxSwift)), openCombine: cell(ratio(to: .openCombine)),
      instructions: pair(\.instructions, digits: 0), allocations: pair(\.allocations, digits: 1),
      types: pair(\.typeRequests, digits: 1), misses: misses.joined(separator: ", "))
  }

  private static func line(
    name: String, time: String, rxSwift: String, openCombine: String, instructions: String, allocations: String,
    types: String, misses: String
  ) -> String {
    name.padded(to: 36) + time.padded(to: 7, leading: true) + rxSwift.padded(to: 9, leading: true)
      + openCombine.padded(to: 8, leading: true) + instructions.padded(to: 16, leading: true)
      + allocations.padded(to: 14, leading: true) + types.padded(to: 14, leading: true) + "  " + misses
  }
}

// MARK: Cells

extension Row {
  /// A row of a table in Markdown.
  func markdown(_ name: String) -> String {
    let cells = [
      name, cell(ratio(to: .rxSwift)), cell(ratio(to: .openCombine)), pair(\.instructions, digits: 0),
      pair(\.allocations, digits: 1), pair(\.typeRequests, digits: 1),
    ]
    return "| " + cells.joined(separator: " | ").replacing("|  |", with: "| |") + " |"
  }

  private func cell(_ ratio: Double?) -> String { ratio.map { format($0, digits: 1) + "×" } ?? "" }

  private func pair(_ count: KeyPath<Counts, Double>, digits: Int) -> String {
    [Engine.ours, .rxSwift].compactMap { counts[$0] }.map { shown($0[keyPath: count], digits) }.joined(separator: " / ")
  }

  /// Without a fraction that is nothing.
  private func shown(_ count: Double, _ digits: Int) -> String {
    let text = format(abs(count), digits: digits)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
