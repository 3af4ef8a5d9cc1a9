import Foundation
import RxTrace
import TestSupport
import Testing

/// A recording outlives its program, whenever that is killed.
@Suite("Killed programs", .oneAtATime)
struct KilledProgramTests {
  @Test("of threads that record while the program exits, no record is left unfinished")
  func exits() throws {
    let folder = try Folder()
    let program = try compiled(guest("exiting"), in: folder)
    let recording = folder.url.appending(path: "own.hwtrace").path
    for _ in 0..<20 {
      _ = try output(ofEnvironment: ["HEADWATER_TRACE=\(recording)", program, "on"])
      let trace = try Trace(contentsOf: recording)
      #expect(trace.isComplete && trace.unfinishedRecords == 0 && trace.damagedSlots == 0)
    }
  }

  @Test("of eight threads that are killed a hundred times, nothing is lost that a thread had finished")
  func hundredKills() throws {
    let folder = try Folder()
    let program = try compiled(guest("killed"), in: folder)
    for kill in 0..<100 {
      let run = try KilledRun(program, in: folder, after: UInt32(40 * kill))
      #expect(run.damagedSlots == 0)
      // A thread that is stopped in the middle of a record costs this record.
      #expect(run.unfinishedRecords <= KilledRun.threads)
      for thread in 0..<KilledRun.threads {
        let (sent, finished) = (run.sent[thread], run.finished[thread])
        #expect(sent == Array(0..<sent.count), "thread \(thread)")
        #expect(sent.count >= finished && run.delivered[thread] >= finished, "thread \(thread)")
      }
    }
  }
}

/// A run of `Guests/killed.swift`, as its recording and its own notes tell it.
private struct KilledRun {
  static let threads = 8

  /// For each thread the numbers that it sent, in the order of their records.
  private(set) var sent = [[Int]](repeating: [], count: threads)
  /// How many of them an observer was given, by the records.
  private(set) var delivered = [Int](repeating: 0, count: threads)
  /// How many elements went through, as the program itself noted.
  let finished: [Int]
  let damagedSlots: Int
  let unfinishedRecords: Int

  /// - Parameter microseconds: how long the program goes on once all threads have begun.
  init(_ program: String, in folder: Folder, after microseconds: UInt32) throws {
    let (recording, notes) = (folder.url.appending(path: "own.hwtrace"), folder.url.appending(path: "notes"))
    try Data(count: 8 * Self.threads).write(to: notes)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [notes.path]
    process.environment = ProcessInfo.processInfo.environment.merging(["HEADWATER_TRACE": recording.path]) { $1 }
    try process.run()
    while process.isRunning, try Self.numbers(in: notes).contains(0) { usleep(1000) }
    usleep(microseconds)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    finished = try Self.numbers(in: notes)
    let reader = try RecordReader(path: recording.path)
    var threads: [UInt16: Int] = [:]
    while let record = try reader.next() {
      if record.kind == .on, case .string(let text, _) = record.payload {
        let words = text.dropFirst().split(separator: " ").compactMap { Int($0) }
        guard words.count == 2 else { continue }
        threads[record.thread] = words[0]
        sent[words[0]].append(words[1])
      } else if record.kind == .onCore, let thread = threads[record.thread] {
        delivered[thread] += 1
      }
    }
    (damagedSlots, unfinishedRecords) = (reader.damagedSlots, reader.unfinishedRecords)
  }

  private static func numbers(in notes: URL) throws -> [Int] {
    try Data(contentsOf: notes).withUnsafeBytes { bytes in
      (0..<threads).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int.self) }
    }
  }
}
