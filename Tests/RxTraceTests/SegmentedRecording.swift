import Foundation
import TraceFormat

@testable import PipelineRunning
@testable import RxTrace

/// Makes a file of version 5 whose segments lie in any order, with a program to name.
struct SegmentedRecording {
  static let segmentSize = 1 << 16
  static let slotsOfSegment = segmentSize / TraceFormat.slotSize
  /// After every program of this machine was built.
  static let start: UInt64 = 4_000_000_000_000_000_000

  /// The segments in the order of the file: their numbers and slots.
  var segments: [(number: UInt64, slots: [UInt8])]
  var isClosed = true
  /// Bytes behind the last segment, as of a program that was killed.
  var room = 0

  /// A run in one segment.
  init(_ writer: TraceWriter) { segments = [(0, writer.slots)] }

  init(_ segments: [(number: UInt64, slots: [UInt8])]) { self.segments = segments }

  var file: [UInt8] {
    var file: [UInt8] = []
    for (place, segment) in segments.enumerated() {
      file += [UInt8](repeating: 0, count: place * Self.segmentSize - file.count) + header(segment.number)
      file += segment.slots
    }
    return file + [UInt8](repeating: 0, count: room)
  }

  private func header(_ number: UInt64) -> [UInt8] {
    let newest = segments.max { $0.number < $1.number }!
    let slots = UInt64(TraceFormat.headerSlots + newest.slots.count / TraceFormat.slotSize)
    let used = isClosed ? newest.number * UInt64(Self.slotsOfSegment) + slots : 0
    var header = TraceFormat.magic + TraceFormat.version.bytes + UInt32(TraceFormat.headerSize).bytes
    header += UInt32(TraceFormat.slotSize).bytes
    header += (number == 0 && isClosed ? TraceFormat.Header.closedFlag : 0).bytes
    header += UInt64(1000).bytes + Self.start.bytes + (1e9).bitPattern.bytes + UInt32.max.bytes
    header += UInt32(Self.segmentSize).bytes + (number == 0 ? used : 0).bytes
    header += [UInt8](repeating: 0, count: TraceFormat.Header.segment - header.count)
    header += number.bytes + (1000 + number).bytes
    return header + [UInt8](repeating: 0, count: TraceFormat.headerSize - header.count)
  }

  // MARK: A run

  /// A run of a program in which a subject sends two numbers. Its stack has the offset 0x1234 of the program.
  static func run(of image: String, mark: UInt32 = 0) -> TraceWriter {
    var writer = TraceWriter()
    define(image, mark, in: &writer)
    writer.add(.on, TraceWriter.next, object: 1, site: 2, .integer(1))
    writer.add(.on, TraceWriter.next, object: 1, site: 2, .integer(2))
    return writer
  }

  static func define(_ image: String, _ mark: UInt32, in writer: inout TraceWriter) {
    writer.add(.defineThread, object: 1, .string(""))
    writer.add(.defineType, object: 1, .string("PublishSubject<Int>\n\n\n"))
    writer.add(.defineImage, object: 7, site: mark, .string(image))
    writer.add(.definePlace, object: 2, site: 1, .bytes((7 << 48 | UInt64(0x1234)).bytes))
    writer.add(.defineInstance, ObjectRole.subject.rawValue, object: 1, site: 2, .bytes([]))
    writer.add(.defineSite, object: 1, .string("Rx/PublishSubject.swift:31"))
    writer.add(.defineCaller, object: 2, site: 1, .bytes((7 << 48 | UInt64(0x2468)).bytes))
  }

  /// The symbols and the source that ``run(of:mark:)`` lacks.
  static func addProgram(to writer: inout TraceWriter, source: String, text: String?) {
    writer.add(
      .defineFrame, object: 7,
      .string("4660\n$s2Rx14PublishSubjectCACyxGycfc\t/x/Sources/Rx/Subjects/PublishSubject.swift:9\nmain\t\(source):2")
    )
    writer.add(.defineFrame, object: 7, .string("9320\n$s3who9addToCartyyF\t\(source):4"))
    guard let text else { return }
    writer.add(.defineSource, object: 1, .string(source))
    writer.add(.defineSource, object: 1, site: 1, .string(text))
  }

  /// The source that ``addProgram(to:source:text:)`` names lines of.
  static let source = "import Rx\nlet cart = PublishSubject<Int>()\nfunc addToCart() {\n  cart.onNext(1)\n}\n"

  /// Makes a file of one segment the recording of this user on this machine, with the marks that the engine writes.
  static func sign(_ path: String) throws {
    let file = open(path, O_RDWR)
    defer { close(file) }
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let header = HeaderFields(bytes.prefix(TraceFormat.headerSize))
    guard
      let origin = RecordingOrigin(
        ofFile: file, startWallClock: header.startWallClock, process: header.processIdentifier)
    else { return }
    bytes.store(origin.mark, at: TraceFormat.Header.origin)
    var slot = TraceFormat.headerSize
    while slot < bytes.count {
      let (image, size) = bytes.withUnsafeBytes { bytes in
        let view = RecordView(slot: bytes.baseAddress! + slot, sequence: 0)
        let image = view.kind == .defineImage ? String(decoding: view.text, as: UTF8.self) : nil
        return (image, view.whole.count)
      }
      if let image { bytes.store(origin.mark(ofImage: image), at: slot + TraceFormat.Slot.site) }
      // The slots of a text are passed over, because their first bytes can look like a kind.
      slot += size
    }
    pwrite(file, bytes, bytes.count, 0)
  }
}
