import Foundation
import TraceFormat

/// Changes an input as libFuzzer asks for it: every other time byte by byte, and otherwise record by record, so that what
/// comes out is a trace file whose records say strange things in a strange order.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ largest: Int, _ seed: UInt32) -> Int {
  var random = SeededGenerator(seed)
  guard random.chance(of: 2), largest >= TraceFormat.headerSize + 8 * TraceFormat.slotSize else {
    return mutateBytes(data, size, largest)
  }
  var file = SlotFile(Array(UnsafeBufferPointer(start: data, count: size)))
  for _ in 0...random.below(4) { file.change(&random) }
  let bytes = file.bytes(atMost: largest)
  for (index, byte) in bytes.enumerated() { data[index] = byte }
  return bytes.count
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ largest: Int) -> Int

/// A trace file as a header and slots.
private struct SlotFile {
  private var header: [UInt8]
  private var slots: [[UInt8]]

  init(_ bytes: [UInt8]) {
    let isTrace = bytes.starts(with: TraceFormat.magic) && bytes.count >= TraceFormat.headerSize
    header = isTrace ? Array(bytes[..<TraceFormat.headerSize]) : Self.freshHeader
    let rest = isTrace ? bytes[TraceFormat.headerSize...] : []
    slots = stride(from: rest.startIndex, to: rest.endIndex, by: TraceFormat.slotSize).map { start in
      let slot = rest[start..<min(start + TraceFormat.slotSize, rest.endIndex)]
      return slot + [UInt8](repeating: 0, count: TraceFormat.slotSize - slot.count)
    }
    if slots.isEmpty { slots = Self.definitions }
  }

  func bytes(atMost largest: Int) -> [UInt8] {
    let room = (largest - TraceFormat.headerSize) / TraceFormat.slotSize
    return header + slots.prefix(room).joined()
  }

  mutating func change(_ random: inout SeededGenerator) {
    let place = random.below(max(slots.count, 1))
    switch random.below(12) {
    case 0...4: slots.insert(Self.record(&random), at: min(place, slots.count))
    case 5 where !slots.isEmpty: slots.remove(at: place)
    case 6 where !slots.isEmpty: slots.swapAt(place, random.below(slots.count))
    case 7 where !slots.isEmpty: slots.append(slots[place])
    case 8: slots += (0..<random.below(40)).map { _ in Self.record(&random) }
    case 9: slots.insert(contentsOf: Self.text(&random), at: min(place, slots.count))
    case 10: slots += Self.nested(&random)
    default:
      guard !slots.isEmpty else { return }
      let field = random.element(of: [0, 1, 2, 3, 4, 6, 8, 16, 20, 24])
      slots[place][field] = UInt8(truncatingIfNeeded: random.below(256))
    }
  }

  // MARK: Records

  private static func record(_ random: inout SeededGenerator) -> [UInt8] {
    let known = RecordKind.allCases.map(\.rawValue)
    let kind = random.chance(of: 12) ? UInt8(random.below(256)) : random.element(of: known)
    let event = UInt8(random.below(4)) | (random.chance(of: 6) ? TraceFormat.Slot.undelivered : 0)
    let newest = Int(PayloadType.repeated.rawValue)
    let type = UInt8(random.below(random.chance(of: 12) ? 256 : newest + 1))
    let words: [UInt64] = [
      0, 1, 2, 3, UInt64(random.below(12)), .max, 1 << 63, UInt64(random.below(1 << 30)), hostile(&random),
      hostile(&random),
    ]
    var slot = [kind, kind >= 64 ? UInt8(random.below(8)) : event, type, UInt8(random.below(9))]
    slot += bytes(UInt16(random.below(4))) + bytes(UInt16(random.below(random.chance(of: 10) ? 65_536 : 8)))
    slot += bytes(time(&random)) + bytes(UInt32(random.below(10))) + bytes(UInt32(random.below(10)))
    return slot + bytes(random.element(of: words))
  }

  /// Up to eight bytes that a text must not hold.
  private static func hostile(_ random: inout SeededGenerator) -> UInt64 {
    let texts = [
      "\u{1B}]0;x\u{7}", "\u{202E}ab", "\u{2066}\u{2028}", "</b>&\"'", "a<b>,#1", "\u{9B}2J\r\n", "\u{200B}\u{FEFF}",
      "=1+1",
    ]
    return random.element(of: texts).utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A record with its text in slots of its own.
  private static func text(_ random: inout SeededGenerator) -> [[UInt8]] {
    var head = record(&random)
    let count = random.below(80) + 9
    head[2] = random.element(of: [5, 6, 8])
    head[3] = PayloadFlags.following | (random.chance(of: 4) ? PayloadFlags.cut : 0)
    head.replaceSubrange(24..<32, with: bytes(UInt64(count)))
    var content: [UInt8] = []
    while content.count < count { content += bytes(random.chance(of: 3) ? hostile(&random) : 0x3C6E_4950_616D_6253) }
    content = Array(content.prefix(count))
    content += [UInt8](repeating: 0, count: TraceFormat.payloadSlots(count) * TraceFormat.slotSize - count)
    return [head] + stride(from: 0, to: content.count, by: 32).map { Array(content[$0..<$0 + 32]) }
  }

  /// Calls within calls.
  private static func nested(_ random: inout SeededGenerator) -> [[UInt8]] {
    (0..<random.below(30)).map { depth in
      var slot = record(&random)
      slot[0] = UInt8(random.below(12) + 1)
      slot.replaceSubrange(6..<8, with: bytes(UInt16(depth)))
      return slot
    }
  }

  private static func time(_ random: inout SeededGenerator) -> UInt64 {
    switch random.below(8) {
    case 0: 0
    case 1: .max
    case 2: 1 << UInt64(random.below(64))
    default: 1000 + UInt64(random.below(100_000))
    }
  }

  private static let definitions: [[UInt8]] = (1...8).map { number in
    let slot: [UInt8] = [RecordKind.defineObject.rawValue, UInt8(number % 7), PayloadType.string.rawValue, 7]
    let place =
      bytes(UInt16(1)) + bytes(UInt16(0)) + bytes(UInt64(1000)) + bytes(UInt32(number)) + bytes(UInt32(number / 2))
    return slot + place + Array("MapSink\0".utf8)
  }

  private static let freshHeader: [UInt8] = {
    var header = TraceFormat.magic + bytes(TraceFormat.version) + bytes(UInt32(TraceFormat.headerSize))
    header += bytes(UInt32(TraceFormat.slotSize)) + bytes(UInt32(0)) + bytes(UInt64(1000)) + bytes(UInt64(0))
    header += bytes(1e9.bitPattern) + bytes(UInt32(7)) + bytes(UInt32(TraceFormat.segmentSizes.lowerBound))
    return header + [UInt8](repeating: 0, count: TraceFormat.headerSize - header.count)
  }()

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

private struct SeededGenerator {
  private var state: UInt64

  init(_ seed: UInt32) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(bound, 1)
  }

  mutating func chance(of count: Int) -> Bool { below(count) == 0 }
  mutating func element<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
