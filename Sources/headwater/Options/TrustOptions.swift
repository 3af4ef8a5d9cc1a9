import ArgumentParser
import Foundation
import RxTrace

/// The option for files that may be opened because a recording names them.
struct TrustOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Open programs and source files in this folder that the recording names, though it was not recorded here.",
      valueName: "folder"), completion: .directory)
  var trust: [String] = []

  var folders: TrustedFolders { TrustedFolders(trust) }

  func validate() throws {
    for folder in trust {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
        throw ValidationError("--trust takes a folder, but \(folder.debugDescription) is not one")
      }
    }
  }

  /// The help about recordings from elsewhere.
  static let discussion = """
    RECORDINGS FROM ELSEWHERE
      A recording that trace, record or test keeps holds its program's lines and
      source, and shows the same everywhere. For what a recording does not hold,
      the program and the files that it names are opened only if it was recorded
      for this user on this machine, into this very file: not into one that it
      was copied from. For any other recording, --trust names the folders whose
      programs and files may be opened.
    """
}
