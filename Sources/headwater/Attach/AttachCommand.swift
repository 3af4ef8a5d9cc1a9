import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace

/// `headwater attach …`
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Record a program that is running already, and show what its stages do.",
    discussion: """
      It begins to record, and shows what `headwater watch` shows. When it ends, for whatever reason, the program is not \
      recorded any more, and goes on. If the program is being recorded already, that recording is shown, and goes on. Ctrl-C \
      ends it.

      The recording has what the program does from now on, without what it prints. Of a pipeline that was built before, the \
      operators have their names without their lines.

      Examples:
        headwater list
        headwater attach 4711
        headwater attach 4711 -o now.hwtrace --ring 64MB

      EXIT STATUS
        0   the program was recorded
      \(ControlOptions.exitStatus)
        73  the recording could not be written

      \(ControlOptions.discussion)
      """)

  @OptionGroup
  var subject: ProcessArgument

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("Keep the recording in this file.", valueName: "file.hwtrace"),
    completion: .file())
  var output: String?

  @Option(help: RingOption.help)
  var ring = Attachment.usualRing

  @Flag(help: DescriptionsOption.help)
  var noDescriptions = false

  @OptionGroup
  var view: WatchViewOptions

  @OptionGroup
  var sources: SourcesOption

  func validate() throws {
    _ = try RingOption.ring(ring)
    if let output { try RecordingPlace.validate(output) }
  }

  func run() throws {
    let folder = try subject.control.folder()
    let ring = try RingOption.ring(ring)!
    var attachment = Attachment(
      process: subject.process, folder: folder, ring: ring, callsDescriptions: !noDescriptions)
    (attachment.output, attachment.added) = (output, sources.added)
    throw ExitCode(try view.session(.process(attachment), trusting: TrustedFolders()).run())
  }
}

/// A running program, and how to record it if it is not being recorded yet.
struct Attachment {
  let process: Int32
  /// The folder of the program's socket.
  let folder: String
  let ring: RingSize
  let callsDescriptions: Bool
  /// The path at which the recording is kept.
  var output: String?
  var added = AddedSources.nothing

  /// The size of the ring if none is given, written as on the command line.
  static let usualRing = "64MB"
}
