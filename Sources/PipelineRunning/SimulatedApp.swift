import Foundation
import RxTrace

/// An app in the booted simulator, controlled through Xcode's `simctl`.
///
/// The code has not been tried on macOS; tests have a stand-in for `xcrun`.
struct SimulatedApp {
  /// The app's bundle identifier.
  let identifier: String
  let xcrun: String
  /// The app's data container, in which the app may write.
  private let container: String

  /// Finds the app.
  /// - Throws: ``PipelineError``
  init(_ identifier: String) throws {
    guard let xcrun = findExecutable("xcrun") else {
      throw PipelineError.missing("xcrun is missing: it is in no folder of PATH; it comes with Xcode, on macOS only")
    }
    (self.identifier, self.xcrun) = (identifier, xcrun)
    let words = Self.command("get_app_container", "booted", identifier, "data")
    var process = ChildProcess(executable: xcrun, arguments: words)
    process.streams = .captured(input: "/dev/null", limit: 1 << 16)
    let result = try process.run()
    container = String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .newlines)
    guard result.ending == .exited(0), container.hasPrefix("/") else {
      let errors = String(decoding: result.errorOutput, as: UTF8.self).trimmingCharacters(in: .newlines)
      throw PipelineError.unreadable(
        file: identifier,
        reason: """
          xcrun \(words.joined(separator: " ")) does not find it: \(errors)
            boot a simulator, install the app, for example by Product > Run in Xcode, and give its bundle identifier
          """)
    }
  }

  private static func command(_ words: String...) -> [String] { ["simctl"] + words }

  /// The arguments that make `xcrun` launch the app and wait for its end. The app's own arguments follow.
  var launching: [String] {
    Self.command("launch", "--console", "--terminate-running-process", "booted", identifier)
  }

  /// The path at which the app records.
  private var recording: String { container + "/tmp/headwater.hwtrace" }

  /// The environment of `xcrun`, which gives the app the variables with a prefix.
  /// - Parameter environment: the environment of a program that records elsewhere.
  func environment(_ environment: [String: String]) -> [String: String] {
    var changed = environment
    // The variable is only for scripts, which may start several programs.
    changed["HEADWATER_TRACE_EACH"] = nil
    for (name, value) in changed where name.hasPrefix("HEADWATER_") {
      changed[name] = nil
      changed["SIMCTL_CHILD_" + name] = value
    }
    changed["SIMCTL_CHILD_HEADWATER_TRACE"] = recording
    return changed
  }

  /// Removes the recording of an earlier launch.
  func prepare() { unlink(recording) }

  /// Ends the app, if it goes on without `xcrun`, and moves its recording out of the container.
  func fetchRecording(to place: String) throws {
    var process = ChildProcess(executable: xcrun, arguments: Self.command("terminate", "booted", identifier))
    process.streams = .captured(input: "/dev/null", limit: 1 << 16)
    _ = try process.run()
    guard access(recording, F_OK) == 0 else { return }
    do {
      try FileManager.default.moveItem(atPath: recording, toPath: place)
    } catch {
      throw SystemError.failed("\(recording): cannot be moved to \(place): \(systemReason(error))")
    }
  }
}
