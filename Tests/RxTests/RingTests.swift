import Dispatch
import Foundation
import RxTrace
import Testing
import TraceAnalysis

@testable import Rx

extension EngineTests {
  /// A recording that keeps its newest part, and copies of it that are made meanwhile.
  @Suite struct Rings {
    private static let size = 1 << 20

    private func withFolder(_ body: (String) throws -> Void) throws {
      let folder = NSTemporaryDirectory() + "headwater-ring-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(folder)
    }

    /// Each thread sends the numbers from 0 on through a pipeline that goes on, and makes others on the way.
    private func send(_ count: Int, threads: Int) {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        let subject = PublishSubject<Int>()
        let subscription = subject.map { $0 * threads + thread }.subscribe()
        for number in 0..<count {
          subject.onNext(number)
          if number % 20 == 0 { _ = Observable.of("a text that takes a slot of its own").subscribe() }
        }
        subscription.dispose()
      }
    }

    /// The numbers that each thread's observer was given behind the part that is missing.
    private func newest(_ trace: Trace, threads: Int) throws -> [[Int]] {
      var numbers = [[Int]](repeating: [], count: threads)
      for step in trace.steps where step.kind == .onCore && step.number >= trace.gaps.first ?? 1 {
        guard let number = step.value.flatMap({ Int($0.text) }) else { continue }
        numbers[number % threads].append(number / threads)
      }
      return numbers
    }

    private func size(_ path: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    @Test("of a run that is much longer, the newest steps are there, and what is gone is counted", arguments: [1, 8])
    func newestSteps(threads: Int) throws {
      try withFolder { folder in
        let path = folder + "/ring.hwtrace"
        try TraceRecorder.start(to: path, ring: Self.size)
        defer { TraceRecorder.stop() }
        send(20_000, threads: threads)
        TraceRecorder.stop()
        #expect(try size(path) <= Self.size)
        let trace = try Trace(contentsOf: path)
        #expect(trace.isComplete && trace.damagedSlots == 0 && trace.unfinishedRecords == 0)
        // Each number is in 4 records, each other pipeline in at most 40.
        let recorded = trace.steps.count { $0.kind != .on } + Int(trace.removedRecords + trace.droppedRecords)
        #expect(recorded >= threads * 20_000 * 3 && trace.removedRecords > 0)
        for numbers in try newest(trace, threads: threads) where !numbers.isEmpty && trace.droppedRecords == 0 {
          #expect(numbers == Array(numbers[0]..<20_000))
        }
        #expect(try newest(trace, threads: threads).contains { $0.last == 19_999 })
        #expect(trace.droppedRecords > 0 || TraceCheck(trace).findings.isEmpty)
      }
    }

    @Test("a copy of a ring that turns is a whole recording: nothing is missing that it does not count")
    func snapshots() throws {
      try withFolder { folder in
        let (path, copy) = (folder + "/ring.hwtrace", folder + "/copy.hwtrace")
        try TraceRecorder.start(to: path, ring: Self.size)
        defer { TraceRecorder.stop() }
        let (isOver, group) = (Flag(), DispatchGroup())
        DispatchQueue.global().async(group: group) {
          while !isOver.value { send(2000, threads: 3) }
        }
        var (copies, removed) = (0, UInt64(0))
        while copies < 6 || removed == 0 {
          copies += 1
          try TraceRecorder.snapshot(to: copy)
          let trace = try Trace(contentsOf: copy)
          #expect(trace.isComplete && trace.damagedSlots == 0 && trace.unfinishedRecords <= 3)
          #expect(try size(copy) <= Self.size && trace.removedRecords >= removed)
          removed = trace.removedRecords
          usleep(5000)
        }
        isOver.value = true
        group.wait()
        TraceRecorder.stop()
        // What is in a copy and what it counts is all that was recorded.
        let whole = try Trace(contentsOf: path)
        #expect(whole.removedRecords >= removed)
      }
    }

    @Test("a copy has all records of a recording that stands still, and counts the same as removed")
    func exactCopy() throws {
      for count in [3, 30_000] {
        try withFolder { folder in
          let (path, copy) = (folder + "/ring.hwtrace", folder + "/copy.hwtrace")
          try TraceRecorder.start(to: path, ring: Self.size)
          defer { TraceRecorder.stop() }
          send(count, threads: 1)
          try TraceRecorder.snapshot(to: copy)
          TraceRecorder.stop()
          let (one, other) = (try Trace(contentsOf: path), try Trace(contentsOf: copy))
          #expect(one.removedRecords == other.removedRecords && (one.removedRecords > 0) == (count > 3))
          #expect(one.steps.map(\.time) == other.steps.map(\.time))
          #expect(one.steps.map { one.title(of: $0) } == other.steps.map { other.title(of: $0) })
          #expect(try size(path) == size(copy))
          let files = try FileManager.default.contentsOfDirectory(atPath: folder)
          #expect(files.sorted() == ["copy.hwtrace", "ring.hwtrace"])
        }
      }
    }

    @Test("a reader that reads while the ring turns gets what is there, and counts the rest")
    func reading() throws {
      try withFolder { folder in
        let path = folder + "/ring.hwtrace"
        try TraceRecorder.start(to: path, ring: Self.size)
        defer { TraceRecorder.stop() }
        let (isOver, group) = (Flag(), DispatchGroup())
        DispatchQueue.global().async(group: group) {
          while !isOver.value { send(2000, threads: 2) }
        }
        defer {
          isOver.value = true
          group.wait()
        }
        while try RecordReader(path: path).header.removedRecords == 0 { usleep(1000) }
        for _ in 0..<6 {
          let reader = try RecordReader(path: path)
          var (last, sequences) = (UInt64(0), 0)
          while let record = try reader.next() {
            #expect(record.sequence > last)
            (last, sequences) = (record.sequence, sequences + 1)
          }
          #expect(reader.damagedSlots == 0 && sequences > 1000)
        }
      }
    }

    @Test("what cannot be recorded or copied is an error that says why, and leaves no file")
    func errors() throws {
      try withFolder { folder in
        func reason(_ body: () throws -> Void) -> String {
          do { try body() } catch { return "\(error)".replacingOccurrences(of: folder, with: "") }
          return "no error"
        }
        let (path, copy) = (folder + "/ring.hwtrace", folder + "/copy.hwtrace")
        let prefix = "cannot record a trace there"
        #expect(
          reason { try TraceRecorder.start(to: path, ring: 1000) }
            == "/ring.hwtrace: \(prefix): a recording needs at least 524288 bytes")
        #expect(
          reason { try TraceRecorder.snapshot(to: copy) }
            == "/copy.hwtrace: \(prefix): this program is not being recorded")
        try TraceRecorder.start(to: path, ring: Self.size)
        defer { TraceRecorder.stop() }
        _ = Observable.of(1).subscribe()
        #expect(reason { try TraceRecorder.start(to: copy, ring: Self.size) }.contains("is recorded into"))
        #expect(
          reason { try TraceRecorder.snapshot(to: path) }
            == "/ring.hwtrace: \(prefix): it is the recording itself; give the copy another name")
        #expect(
          reason { try TraceRecorder.snapshot(to: folder + "/nowhere/copy.hwtrace") }
            == "/nowhere/copy.hwtrace: \(prefix): No such file or directory")
        #expect(reason { try TraceRecorder.snapshot(to: folder) }.hasSuffix("Is a directory"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["ring.hwtrace"])
        TraceRecorder.stop()
        #expect(try Trace(contentsOf: path).isComplete)
      }
    }

    @Test("stop ends only what start began")
    func stop() throws {
      try withFolder { folder in
        try TraceRecorder.record(to: folder + "/one.hwtrace") {
          TraceRecorder.stop()
          _ = Observable.of(1).subscribe()
        }
        #expect(try Trace(contentsOf: folder + "/one.hwtrace").steps.count > 1)
      }
    }

    @Test("a number is used again after 2^32 objects, and an object that lives so long gets a new one before")
    func numbers() {
      let slots = 2048
      let segment = Segment(number: 100_000, epoch: 100_000)
      func numbers(_ count: UInt64) -> ObjectNumbers { ObjectNumbers(slotsOfSegment: slots, count: count) }
      let last = numbers(UInt64(UInt32.max) - 1)
      let given = [last.next(), last.next(), last.next()]
      #expect(given == [.max, 4097, 4098])
      // Those of the first segment stay.
      let outworn = [last.isOutworn((7, 3), in: segment), last.isOutworn((5000, 100_000), in: segment)]
      #expect(outworn == [false, false])
      let half = numbers(1 << 31 + 10_000)
      let old = [half.isOutworn((5000, 99_999), in: segment), half.isOutworn((50_000, 99_999), in: segment)]
      #expect(old == [true, false])
      // Nobody has seen it for more segments than 2^31 objects can fill.
      let longest = UInt32(1 << 31 / slots)
      let late = Segment(number: 0, epoch: longest + 10)
      let unseen = [half.isOutworn((50_000, 9), in: late), half.isOutworn((50_000, 10), in: late)]
      #expect(unseen == [true, false])
    }
  }
}

/// Whether a thread is to go on.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var isSet = false
  var value: Bool {
    get { lock.withLock { isSet } }
    set { lock.withLock { isSet = newValue } }
  }
}
