/// The lines of the program's view of a run. The parts that lines share are stored once, because there may be millions.
package struct ProgramRowList: RandomAccessCollection, Sendable {
  private struct Entry {
    var step: UInt32
    var root: UInt32
    var frame: Int32
    /// The position of its first value in ``ProgramRowList/texts``.
    var texts: Int
  }

  private var entries: [Entry] = []
  /// Lines without their numbers, their values and their outcomes.
  private var frames: [ProgramRow] = []
  private var places: [ProgramRow: Int32] = [:]
  /// Values and outcomes, each after the number of its bytes.
  private var texts: [UInt8] = []

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(position: Int) -> ProgramRow {
    let entry = entries[position]
    var row = frames[Int(entry.frame)]
    (row.step, row.root) = (Int(entry.step), Int(entry.root))
    var place = entry.texts
    for part in row.parts.indices where row.parts[part].isValue { row.parts[part].text = text(&place) }
    if row.outcome != nil { row.outcome = text(&place) }
    return row
  }

  /// A line without its numbers, its values and its outcome, which is quicker to make.
  package func frame(at position: Int) -> ProgramRow { frames[Int(entries[position].frame)] }

  /// The lines about an outermost call. The list must have its lines in the order of the calls.
  package func rows(ofRoot root: Int) -> Range<Int> {
    let start = entries.partitioningIndex { $0.root >= root }
    return start..<entries[start...].partitioningIndex { $0.root > root }
  }

  package mutating func append(_ row: ProgramRow) {
    entries.append(
      Entry(step: UInt32(row.step), root: UInt32(row.root), frame: place(of: row.frame), texts: texts.count))
    for part in row.parts where part.isValue { append(part.text) }
    if let outcome = row.outcome { append(outcome) }
  }

  private mutating func place(of frame: ProgramRow) -> Int32 {
    if let known = places[frame] { return known }
    places[frame] = Int32(frames.count)
    frames.append(frame)
    return Int32(frames.count - 1)
  }

  private mutating func append(_ text: String) {
    withUnsafeBytes(of: UInt32(text.utf8.count)) { texts.append(contentsOf: $0) }
    texts.append(contentsOf: text.utf8)
  }

  private func text(_ place: inout Int) -> String {
    let size = MemoryLayout<UInt32>.size
    let start = place + size
    let count = texts[place..<start].withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
    place = start + count
    return String(decoding: texts[start..<place], as: UTF8.self)
  }
}

extension ProgramRow {
  fileprivate var frame: ProgramRow {
    var frame = self
    (frame.step, frame.root) = (0, 0)
    for part in parts.indices where parts[part].isValue { frame.parts[part].text = "" }
    if outcome != nil { frame.outcome = "" }
    return frame
  }
}

extension ProgramRow.Part {
  /// Whether the part differs from event to event.
  fileprivate var isValue: Bool { kind == .value || kind == .printed }
}
