import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace

/// `headwater snapshot …`
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Copy the recording of a running program, as it is now.",
    discussion: """
      The program goes on, and so does its recording. The copy has the program's source, as that of `headwater record` has.

      Examples:
        headwater list
        headwater snapshot 4711 -o now.hwtrace

      EXIT STATUS
        0   the copy is there
      \(ControlOptions.exitStatus)
        73  the copy could not be written

      \(ControlOptions.discussion)
      """)

  @OptionGroup
  var subject: ProcessArgument

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("The file for the copy.", valueName: "file.hwtrace"),
    completion: .file())
  var output: String

  @OptionGroup
  var sources: SourcesOption

  func validate() throws { try RecordingPlace.validate(output) }

  func run() throws {
    let folder = try subject.control.folder()
    let status = reportingFailures {
      let connection = try ControlledProgram(process: subject.process, in: folder).connect()
      guard try connection.state().recording != nil else {
        let remedy = "headwater attach \(subject.process) -o FILE does that"
        throw ControlFailure("\(subject.process)", "it is not being recorded; \(remedy)")
      }
      try replaceFile(output) { path in
        try connection.snapshot(to: path)
        try sources.added.complete(path)
      }
      Analysis.say("headwater: \(ShownText.printable(output)): \(try RecordingSummary(of: output))")
      return 0
    }
    throw ExitCode(status)
  }
}

extension AddedSources {
  /// Adds the symbols and sources that a recording of another program lacks. A failure to add them is only reported.
  /// - Parameter most: bytes that the file may have afterwards; nil for no limit.
  func complete(_ path: String, most: Int? = nil) throws {
    do {
      if let remark = try add(toNewRecording: path, texts: [:], memory: nil, most: most) {
        Analysis.say("headwater: \(ShownText.message(remark))")
      }
    } catch {
      Analysis.say("headwater: \(ShownText.message("\(error)"))")
    }
  }
}
