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
      Source lines are found in the program and the files that a recording names.
      They are opened only if trace or record made the recording, for this user on
      this machine, and it has not been copied or changed since. For any other
      recording, --trust names the folders whose programs and files may be opened.
    """
}
