import ArgumentParser
import PipelineRunning
import RxTrace

/// `headwater env`
struct EnvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Print how a shell or Xcode builds a package with Headwater's Rx in the place of RxSwift.",
    discussion: """
      trace, record, check, test and site --package do it by themselves; this is for a build that they do not start. The \
      files that the text names are made in the cache. A shell can read the text: it has comments for people, and exports \
      HEADWATER_SWIFTPM_CONFIG and HEADWATER_RXSWIFT, the folders to build with.

      Examples:
        headwater env
        eval "$(headwater env)"
        swift build --config-path "$HEADWATER_SWIFTPM_CONFIG" --scratch-path .build-headwater

      EXIT STATUS
        0   all is well
        66  HEADWATER_RXCOCOA is not a checkout of RxSwift
        69  git or the engine's sources are missing
        73  a file could not be written

      \(EnvironmentText.ofCache)
      """)

  func run() throws {
    throw ExitCode(
      reportingFailures {
        print(Self.text(try EngineEnvironment.make(for: ".")))
        return 0
      })
  }

  /// The environment as shell text: comments, and the exported variables.
  private static func text(_ environment: EngineEnvironment) -> String {
    let comments = instructions(environment)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.isEmpty ? "#" : "# \($0)" }
    let variables = [
      "export HEADWATER_SWIFTPM_CONFIG=\(quoted(environment.configuration))",
      "export HEADWATER_RXSWIFT=\(quoted(environment.package))",
    ]
    return (comments + variables).joined(separator: "\n")
  }

  private static func instructions(_ environment: EngineEnvironment) -> String {
    let configuration = "--config-path \(quoted(environment.configuration)) --scratch-path .build-headwater"
    return """
      IN A SHELL, in the folder of a package that depends on RxSwift:

        swift build \(configuration)
        HEADWATER_TRACE=run.hwtrace .build-headwater/debug/NAME
        headwater show run.hwtrace

        swift test has the same options. The package's files stay as they are, except that SwiftPM writes Package.resolved:
        put the old one back afterwards. Releases 5 and 6 of RxSwift can be asked for in any way, and the branches
        \(EngineEnvironment.branchNames); a revision cannot, because no other package has it.

      IN XCODE, in the project of an app that depends on RxSwift:

        1. Choose File > Add Package Dependencies… > Add Local…, and then the folder
           \(environment.package)
           A local package takes the place of a remote one with its name, also for packages that depend on RxSwift.
        2. Choose Product > Scheme > Edit Scheme… > Run > Arguments, and add the environment variable HEADWATER_TRACE with
           the path of a file, such as /tmp/run.hwtrace in a simulator.
        3. Run the app, and then in a shell: headwater show /tmp/run.hwtrace

        The deployment target has to be iOS 18, macOS 15, tvOS 18, watchOS 11 or visionOS 2 at least. Remove the folder
        from the project to have RxSwift again.

      \(rxCocoa(environment.cocoa))
      """
  }

  private static func rxCocoa(_ checkout: String?) -> String {
    guard let checkout else {
      let variable = EngineEnvironment.cocoaVariable
      return """
        RXCOCOA is the engine's own part of it, without UIKit and AppKit. To have all of it, name a checkout of RxSwift, which
        is Xcode's in the folder SourcePackages/checkouts of the project's derived data (not tried on macOS):

          eval "$(\(variable)=…/SourcePackages/checkouts/RxSwift headwater env)"
        """
    }
    return "RXCOCOA is that of the checkout \(checkout), built with the engine."
  }

  private static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
