import Dispatch
import Foundation
import Rx
import RxTrace
import Testing
import TraceFormat

extension EngineTests {
  /// The segments of a recording: each can be read without those before it.
  @Suite struct RecordedSegments {
    /// The file is limited so that it has 8 segments, of which 7 are written again and again.
    private static let limit = 8 << 16

    private func records(maximumSize: Int, _ body: () -> Void) throws -> (records: [RawRecord], reader: RecordReader) {
      let path = NSTemporaryDirectory() + "headwater-segments-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      try TraceRecorder.record(to: path, maximumSize: maximumSize) { body() }
      let reader = try RecordReader(path: path)
      var records: [RawRecord] = []
      while let record = try reader.next() { records.append(record) }
      return (records, reader)
    }

    /// What a record names, as far as the segment must define it.
    private func names(_ record: RawRecord) -> [Name] {
      guard let kind = record.kind, kind.rawValue < RecordKind.defineObject.rawValue else { return [] }
      var names = [Name(.defineThread, UInt32(record.thread))]
      if record.object != 0 { names.append(Name(.defineInstance, record.object)) }
      if record.site != 0 { names.append(Name(.defineSite, record.site)) }
      if [.subscribeClosures, .subscribe, .run].contains(kind), case .reference(let observer) = record.payload {
        names.append(Name(.defineInstance, observer))
      }
      if case .shaped(let bytes, _) = record.payload {
        names.append(Name(.defineShape, bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }))
      }
      return names
    }

    private struct Name: Hashable {
      var kind: RecordKind
      var number: UInt32

      init(_ kind: RecordKind, _ number: UInt32) { (self.kind, self.number) = (kind, number) }

      /// The name that a record defines.
      init?(definedBy record: RawRecord) {
        switch record.kind {
        case .defineThread: self.init(.defineThread, UInt32(record.thread))
        case .defineInstance, .defineShape, .defineSite: self.init(record.kind!, record.object)
        // It takes the place of a line.
        case .defineCaller: self.init(.defineSite, record.object)
        default: return nil
        }
      }
    }

    struct Point { var x = 1, y = 2 }

    @Test("everything that a record names is defined before it in its segment, with eight threads", arguments: [1, 8])
    func definitions(threads: Int) throws {
      let (records, reader) = try records(maximumSize: Self.limit) {
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
          let subject = PublishSubject<Point>()
          let subscription = subject.map { Point(x: $0.x, y: thread) }.filter { $0.x >= 0 }.subscribe()
          for number in 0..<3000 {
            subject.onNext(Point(x: number))
            guard number % 10 == 0 else { continue }
            _ = Observable.of("a text that takes a slot of its own").map { $0 + "!" }.subscribe()
          }
          subscription.dispose()
        }
      }
      let slots = UInt64(reader.header.segmentSize / TraceFormat.slotSize)
      var (segment, defined) = (UInt64.max, Set<Name>())
      for record in records {
        if record.sequence / slots != segment { (segment, defined) = (record.sequence / slots, []) }
        if let name = Name(definedBy: record) { defined.insert(name) }
        for name in names(record) where !defined.contains(name) { Issue.record("\(record) names \(name)") }
        if case .repeated(let sequence) = record.payload { #expect(sequence / slots == segment) }
      }
      #expect(reader.header.removedRecords > 0 && reader.damagedSlots == 0 && reader.unfinishedRecords == 0)
    }

    @Test("an object that is used in a later segment keeps its number, its place and what it holds for good")
    func repetitions() throws {
      let (records, reader) = try records(maximumSize: 1 << 30) {
        let subject = PublishSubject<Int>()
        let subscription = subject.map { $0 }.subscribe()
        for number in 0..<30_000 { subject.onNext(number) }
        // Its sources are constant properties.
        withExtendedLifetime(subscription) {}
      }
      #expect(records.last!.sequence > UInt64(reader.header.segmentSize / TraceFormat.slotSize))
      let definitions = Dictionary(grouping: records.filter { $0.kind == .defineInstance }, by: \.object)
      for repeated in definitions.values where repeated.count > 1 {
        #expect(Set(repeated.map(\.site)).count == 1)
      }
      #expect(definitions.values.contains { $0.count > 1 })
    }

    @Test("each closure's end is known, and lies between its begin and the next record of its thread")
    func ends() throws {
      let trace = try trace {
        _ = Observable.of(1, 2, 3)
          .map { number in
            usleep(2000)
            return number
          }
          .subscribe(onNext: { _ in })
      }
      for step in trace.steps where step.kind == .closure && trace.title(of: step).hasPrefix("Map") {
        let end = try #require(step.endTime)
        let next = try #require(trace.steps.first { $0.index > step.index })
        #expect(end - step.time >= 2_000_000 && end <= next.time)
      }
    }

    @Test("objects that are elements are told apart, also when one has the address of a freed one")
    func identities() throws {
      final class Cell {}
      let kept = Cell()
      let trace = try trace {
        let subject = PublishSubject<Cell>()
        let subscription = subject.subscribe()
        subject.onNext(kept)
        for _ in 0..<3 { subject.onNext(Cell()) }
        subject.onNext(kept)
        subscription.dispose()
      }
      let given = trace.steps.filter { $0.kind == .onCore }.compactMap { $0.value?.identity }
      #expect(given.count == 5 && given[0] == given[4] && Set(given).count == 4)
      // The subject was given the same objects.
      let sent = trace.steps.filter { $0.kind == .on && $0.depth == 0 }.compactMap { $0.value?.identity }
      #expect(sent == given)
    }
  }
}
