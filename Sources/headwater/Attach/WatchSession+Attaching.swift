import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

extension WatchSession {
  /// Follows the recording that a program already writes, or records the program for as long as somebody watches.
  func attach(_ attachment: Attachment) throws -> Int32 {
    let process = attachment.process
    let connection = try ControlledProgram(process: process, in: attachment.folder).connect()
    AskedToEnd.begin()
    if let recording = try connection.state().recording {
      let place = ShownText.printable(recording)
      guard attachment.output == nil else {
        throw ControlFailure(
          "\(process)", "it is recorded into \(place) already; headwater snapshot \(process) -o FILE copies that")
      }
      Analysis.say("headwater: \(process) is recorded into \(place) already, and this shows that recording")
      try follow(recording, named: "process \(process)") { connection.isOver }
    } else if let output = attachment.output {
      return try keep(attachment, connection, at: output)
    } else {
      try PrivateFolder.withTemporary { try record(attachment, connection, $0 + "/run.hwtrace") }
    }
    return 0
  }

  private func keep(_ attachment: Attachment, _ connection: ProgramConnection, at output: String) throws -> Int32 {
    let isEmpty = try replaceFile(output, keepingPart: true) { path in
      try record(attachment, connection, path)
      let isEmpty = try RecordingSummary(of: path).calls == 0
      // An empty recording must not replace an older one.
      if isEmpty { unlink(path) } else { try attachment.added.complete(path, most: attachment.ring.bytes) }
      return isEmpty
    }
    let summary = isEmpty ? "nothing was recorded" : try RecordingSummary(of: output).description
    Analysis.say("headwater: \(ShownText.printable(output)): \(summary)")
    return isEmpty ? TraceSession.nothingRecorded : 0
  }

  private func record(_ attachment: Attachment, _ connection: ProgramConnection, _ path: String) throws {
    try connection.start(to: path, ring: attachment.ring, callsDescriptions: attachment.callsDescriptions)
    // The recording ends before its folder is removed. If the program has ended, its recording has ended too.
    defer { try? connection.stop() }
    try follow(path, named: "process \(attachment.process)") { connection.isOver }
  }
}

/// Whether somebody has asked this process to end, although it must finish something first.
enum AskedToEnd {
  static func begin() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in isAskedToEnd = 1 } }
  }

  static var isAsked: Bool { isAskedToEnd != 0 }
}

nonisolated(unsafe) private var isAskedToEnd: sig_atomic_t = 0
