/// The parts of a file's lines that belong to hooks.
struct HookLines: Equatable, Sendable {
  /// A part of a line, in its UTF-8.
  struct Stretch: Equatable, Sendable {
    var range: Range<Int>
    var kind: Kind
  }

  enum Kind: Sendable {
    /// Instrumentation.
    case hook
    /// The place of a call, as a parameter or an argument: `file: StaticString = #fileID, line: UInt = #line`.
    case callSite
  }

  /// The code that a hook surrounds.
  struct Work: Equatable, Sendable {
    var lines: ClosedRange<Int>
    /// The methods and closures that it calls, by their last names.
    var calls: [String]
  }

  /// The stretches by line, from 1; a line that is only a hook has none.
  private var stretches: [Int: [Stretch]] = [:]
  private var whole: Set<Int> = []
  private var idle: Set<Int> = []
  /// The surrounded code, by the lines at which the hook's call and its name begin.
  private(set) var work: [Int: Work] = [:]

  init() {}

  /// The parts of a line that belong to hooks, if another part does not, in order.
  func stretches(ofLine line: Int) -> [Stretch] { stretches[line] ?? [] }

  /// Whether any part of a line belongs to a hook.
  func isOn(_ line: Int) -> Bool { whole.contains(line) || stretches[line] != nil }

  /// Whether a line holds nothing but a hook.
  func isWhole(_ line: Int) -> Bool { whole.contains(line) }

  /// Whether no work is done on a line: beside a hook there is at most a word such as `return`.
  func isHook(_ line: Int) -> Bool { idle.contains(line) }

  /// A line's text without the parts that belong to hooks.
  func work(ofLine line: Int, _ text: String) -> String {
    if whole.contains(line) { return "" }
    let bytes = Array(text.utf8)
    var left: [UInt8] = []
    var position = 0
    for stretch in stretches(ofLine: line) where stretch.kind == .hook && stretch.range.upperBound <= bytes.count {
      left += bytes[position..<stretch.range.lowerBound] + [0x20]
      position = stretch.range.upperBound
    }
    return String(decoding: left + bytes[position...], as: UTF8.self)
  }
}

// MARK: Making

extension HookLines {
  /// Words that do no work without the code after them.
  private static let connectives: Set<String> = ["return", "try", "await"]

  /// - Parameters:
  ///   - hooks: Stretches of the text, in its UTF-8, in any order; they may hold each other.
  ///   - callSites: Stretches that do not overlap.
  init(_ text: LineText, hooks: [Range<Int>], callSites: [Range<Int>], work: [Int: Work]) {
    self.work = work
    let merged = Self.merged(hooks, text)
    for range in merged { add(range, .hook, text) }
    for range in callSites where !merged.contains(where: { $0.overlaps(range) }) { add(range, .callSite, text) }
    for line in stretches.keys { settle(line, text) }
  }

  private static func merged(_ ranges: [Range<Int>], _ text: LineText) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = merged.last, text.isBlank(from: last.upperBound, to: range.lowerBound) {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  private mutating func add(_ range: Range<Int>, _ kind: Kind, _ text: LineText) {
    for line in text.lines(of: range) {
      let own = text.trimmed(range.clamped(to: text.range(ofLine: line)))
      guard !own.isEmpty else { continue }
      let start = text.range(ofLine: line).lowerBound
      stretches[line, default: []].append(
        Stretch(range: (own.lowerBound - start)..<(own.upperBound - start), kind: kind))
    }
  }

  private mutating func settle(_ line: Int, _ text: LineText) {
    stretches[line]!.sort { $0.range.lowerBound < $1.range.lowerBound }
    guard stretches[line]!.contains(where: { $0.kind == .hook }) else { return }
    let left = work(ofLine: line, text.string(ofLine: line)).split(whereSeparator: \.isWhitespace).map(String.init)
    if left.allSatisfy(Self.connectives.contains) { idle.insert(line) }
    if left.isEmpty {
      whole.insert(line)
      stretches[line] = nil
    }
  }
}

/// A text's lines, as places in its UTF-8.
struct LineText {
  private let bytes: [UInt8]
  /// The first byte of each line, and the byte at which a further line would begin.
  private let starts: [Int]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 } + [bytes.count + 1]
  }

  /// The number of the line at a position, from 1.
  func line(at position: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low + 1
  }

  func lines(of range: Range<Int>) -> ClosedRange<Int> {
    line(at: range.lowerBound)...line(at: max(range.lowerBound, range.upperBound - 1))
  }

  /// The range of a line, without its end.
  func range(ofLine line: Int) -> Range<Int> { starts[line - 1]..<(starts[line] - 1) }

  func string(ofLine line: Int) -> String { String(decoding: bytes[range(ofLine: line)], as: UTF8.self) }

  /// Whether there is nothing but spaces from one position to another, which may come before it.
  func isBlank(from start: Int, to end: Int) -> Bool { end <= start || bytes[start..<end].allSatisfy { $0 == 0x20 } }

  /// The range without white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first(where: { !Self.isSpace(bytes[$0]) }),
      let last = range.last(where: { !Self.isSpace(bytes[$0]) })
    else { return range.lowerBound..<range.lowerBound }
    return first..<(last + 1)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
}
