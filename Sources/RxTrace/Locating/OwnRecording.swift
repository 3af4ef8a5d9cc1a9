import Foundation
import TraceFormat

/// Whether this user made a recording on this machine.
package func isOwnRecording(_ path: String) -> Bool { OwnRecording(path) != nil }

/// A recording that this user made on this machine: the files that it names may be opened.
///
/// A renamed recording stays the user's own. A copy counts as one from elsewhere, because it is another file, and so does a
/// recording of a version before 5, which has no mark.
struct OwnRecording {
  private let origin: RecordingOrigin

  /// - Returns: nil if the file is from elsewhere, or cannot be read.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    var header = [UInt8](repeating: 0, count: TraceFormat.headerSize)
    guard fstat(file, &status) == 0, status.st_uid == geteuid(), pread(file, &header, header.count, 0) == header.count
    else { return nil }
    let numbers = HeaderFields(header)
    guard numbers.beginsAsTrace, numbers.version >= TraceHeader.firstWithSegments,
      let origin = RecordingOrigin(
        ofFile: file, startWallClock: numbers.startWallClock, process: numbers.processIdentifier),
      origin.mark == numbers.origin
    else { return nil }
    self.origin = origin
  }

  /// Whether the engine, and nobody else, wrote the name of a program or a library into the recording.
  func hasNamed(_ image: String, in program: RecordedProgram) -> Bool {
    program.images[image].map { $0.mark == origin.mark(ofImage: image) } ?? false
  }
}
