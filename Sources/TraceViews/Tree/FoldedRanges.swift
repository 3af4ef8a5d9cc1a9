import RxTrace

/// The values of steps that were folded into one: all the same, or numbers between two, or a first and a last one.
struct ValueRange {
  private var first: TracedValue
  private var last: TracedValue
  private var isUniform = true
  /// The smallest and the largest, if all are numbers.
  private var numbers: (lowest: Double, highest: Double)?
  private var extremes: (lowest: TracedValue, highest: TracedValue)

  init(_ step: Step) {
    let text = step.value?.text ?? ""
    let line = step.kind == .output && text.hasSuffix("\n") ? String(text.dropLast()) : text
    first = TracedValue(text: line, isComplete: step.value?.isComplete ?? true)
    last = first
    extremes = (first, first)
    if let number = Double(line), number.isFinite { numbers = (number, number) }
  }

  mutating func join(_ next: ValueRange) {
    last = next.last
    isUniform = isUniform && next.isUniform && first == next.first
    guard let known = numbers, let other = next.numbers else {
      numbers = nil
      return
    }
    numbers = (min(known.lowest, other.lowest), max(known.highest, other.highest))
    if other.lowest < known.lowest { extremes.lowest = next.extremes.lowest }
    if other.highest > known.highest { extremes.highest = next.extremes.highest }
  }

  /// One value if all are the same, otherwise the two ends.
  var ends: [TracedValue] {
    if isUniform { return [first] }
    return numbers == nil ? [first, last] : [extremes.lowest, extremes.highest]
  }
}

/// The numbers of the objects that stand for one in a folded step: `MapSink#3…#9`.
struct OrdinalRange: Equatable {
  private var lowest: Int
  private var highest: Int

  init(_ ordinal: Int) { (lowest, highest) = (ordinal, ordinal) }

  mutating func add(_ other: OrdinalRange) {
    lowest = min(lowest, other.lowest)
    highest = max(highest, other.highest)
  }

  func name(_ typeName: String) -> String {
    lowest == highest ? "\(typeName)#\(lowest)" : "\(typeName)#\(lowest)…#\(highest)"
  }
}
