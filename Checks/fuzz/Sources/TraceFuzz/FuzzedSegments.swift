import TraceFormat

/// A file as an input stands for: an input is as short as one header and some slots, and a file of version 5 has its slots in
/// several segments, each of which begins with the header, at least 64 KiB behind the one before.
///
/// The input decides where segments end, which of them are missing, and in which order they are in the file, so that an
/// input is the same file each time.
struct FuzzedSegments {
  private let header: [UInt8]
  private let slots: ArraySlice<UInt8>
  private var choice: Choice

  private static let segmentSize = TraceFormat.segmentSizes.lowerBound

  /// Nil for a file that has no segments.
  init?(_ bytes: UnsafeRawBufferPointer, _ choice: Choice) {
    guard bytes.count > TraceFormat.headerSize, bytes.starts(with: TraceFormat.magic),
      bytes.loadUnaligned(fromByteOffset: TraceFormat.Header.version, as: UInt32.self) == 5
    else { return nil }
    header = Array(bytes[..<TraceFormat.headerSize])
    slots = bytes[TraceFormat.headerSize...].prefix(Self.segmentSize).map(\.self)[...]
    self.choice = choice
  }

  mutating func file() -> [UInt8] {
    var places: [[UInt8]] = []
    var rest = slots
    var number: UInt64 = 0
    while !rest.isEmpty, places.count < 8 {
      let size = (choice.next() % 24 + 2) * TraceFormat.slotSize
      places.append(segment(number, rest.prefix(size), isLast: rest.count <= size))
      rest = rest.dropFirst(size)
      number += choice.next() % 8 == 0 ? UInt64(choice.next() % 5 + 2) : 1
    }
    if places.count > 2, choice.next() % 4 == 0 { places.swapAt(1, places.count - 2) }
    if places.count > 3, choice.next() % 8 == 0 { places[2] = places[1] }
    return Array(places.joined())
  }

  private mutating func segment(_ number: UInt64, _ slots: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
    var segment = header
    put(UInt32(Self.segmentSize), at: TraceFormat.Header.segmentSize, &segment)
    put(number, at: TraceFormat.Header.segment, &segment)
    put(UInt64.max, at: TraceFormat.Header.usedSlots, &segment)
    segment += slots
    guard !isLast else { return segment }
    let room = Self.segmentSize - segment.count
    var padding = [UInt8](repeating: 0, count: room)
    if choice.next() % 3 > 0 {
      padding[TraceFormat.Slot.kind] = RecordKind.padding.rawValue
      padding[TraceFormat.Slot.payloadFlags] = PayloadFlags.following
      put(UInt64(room - TraceFormat.slotSize), at: TraceFormat.Slot.payload, &padding)
    }
    return segment + padding
  }

  private func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int, _ bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
  }
}
