import RxTrace

/// The release of a bag, after the subscription, in the function that subscribed or made the object which subscribed.
///
/// A line that sets a variable to nil ends the subscription on purpose. A function that waits in between may listen meanwhile,
/// so the lines of the program's source between the two are read.
struct BagRelease {
  /// The line at which the bag is released.
  let line: SourceLine
  /// Whether a new bag takes its place.
  let isReplacement: Bool
  /// Whether one function subscribes and another releases the bag, for example an object that owns the bag.
  let isIndirect: Bool
  private let function: String

  private typealias Frame = ProgramFrame

  /// Nil if the disposal is not of this kind, or if the lines are not known.
  init?(of subscription: Int, by disposal: Int, _ names: FindingNames) {
    let (making, ending) = (names.programFrames(of: subscription), names.programFrames(of: disposal))
    guard let (outer, made) = Self.common(ending, making) else { return nil }
    let frame = ending[outer]
    guard Self.isBehind(frame, making[made]) else { return nil }
    let lines = ending[...outer].map { Self.text($0.line, names) ?? "" }
    let isTemporary = made == 0 && Self.text(making[0].line, names, count: 8)?.contains("by: DisposeBag()") ?? false
    guard !lines.contains(where: { $0.contains("= nil") }), !Self.waits(from: making[made].line, to: frame.line, names),
      isTemporary || Self.isRelease(disposal, lines[0], names)
    else { return nil }
    isReplacement = lines[0].contains("= DisposeBag()")
    isIndirect = outer > 0 || made > 0
    // Another object may have its bag replaced on purpose, as a cell that is used again.
    let inner = ending[..<outer] + making[..<made]
    if isReplacement, !inner.allSatisfy({ $0.symbol.context == frame.symbol.context }) { return nil }
    line = frame.line
    function = frame.symbol.text ?? "the file"
  }

  private static func isBehind(_ frame: Frame, _ other: Frame) -> Bool {
    (other.line.line, other.address.offset) < (frame.line.line, frame.address.offset)
  }

  /// Whether the function waits between two of its lines.
  private static func waits(from line: SourceLine, to end: SourceLine, _ names: FindingNames) -> Bool {
    let text = text(line, names, count: end.line - line.line + 1) ?? ""
    return ["await ", "wait(", "sleep(", ".run("].contains { text.contains($0) }
  }

  /// The innermost function that both calls are in.
  private static func common(_ ending: [Frame], _ making: [Frame]) -> (ending: Int, making: Int)? {
    for (place, frame) in ending.enumerated() {
      if let other = making.firstIndex(where: { $0.symbol == frame.symbol }) { return (place, other) }
    }
    return nil
  }

  /// Whether a bag disposes because it is freed. If the function that the program called is not known, as in a library
  /// without debug information, the line tells it: it ends a block, or makes another bag.
  private static func isRelease(_ disposal: Int, _ line: String, _ names: FindingNames) -> Bool {
    let step = names.step(disposal)
    if let callee = names.callee(of: step) { return callee.baseName == "deinit" }
    return line.hasPrefix("}") || line.hasPrefix("deinit") || line.contains("DisposeBag()")
  }

  /// The text of some lines, beginning with the given one, without leading space.
  private static func text(_ line: SourceLine, _ names: FindingNames, count: Int = 1) -> String? {
    guard let text = names.sources.text(of: line.file) else { return nil }
    let lines = text.split(separator: "\n", maxSplits: line.line + count - 1, omittingEmptySubsequences: false)
    let first = line.line - 1
    guard lines.indices.contains(first) else { return nil }
    return lines[first...].prefix(count).joined(separator: "\n").drop { $0 == " " || $0 == "\t" }.description
  }

  // MARK: Texts

  var what: String { "the `DisposeBag` is \(isReplacement ? "replaced" : "released"), by reading this line" }

  var cause: String {
    isReplacement
      ? "The older `DisposeBag` is released when the new one takes its place, and disposes all that was put into it."
      : "Nothing holds the `DisposeBag` beyond \(function), so that it is released there, and disposes all in it."
  }

  var remedy: String {
    isReplacement
      ? "Replace the `DisposeBag` before the subscription."
      : "Keep the `DisposeBag`, or the object that has it, in a property for as long as the elements are needed."
  }
}
