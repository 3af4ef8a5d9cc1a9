import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace

/// The program to run, with its time limit.
struct RunOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      Swift files that make one program, - for source from standard input, or a package's folder; after -- what the \
      program is given as its arguments. With nothing before --, a program and its arguments.
      """, valueName: "what"),
    completion: .file(extensions: ["swift"]))
  var what: [String] = []

  @Option(
    name: [.customShort("e"), .long], parsing: .unconditional,
    help: ArgumentHelp("An observable, whose events are printed, or statements.", valueName: "text"))
  var expression: String?

  @Option(help: ArgumentHelp("Which of the package's executables.", valueName: "name"))
  var product: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop the program after this time; 0 for never. Without it, Swift source has 60, other programs have no limit.",
      valueName: "seconds"))
  var timeLimit: Double?

  @Flag(help: DescriptionsOption.help)
  var noDescriptions = false

  func request() throws -> RunRequest {
    do {
      let words = RunRequest.words(what, of: CommandLine.arguments)
      return try RunRequest(words.before, text: expression, product: product, afterDashes: words.after)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func validate() throws {
    _ = try request()
    let (words, _) = RunRequest.words(what, of: CommandLine.arguments)
    if let text = words.first(where: Self.isExpression) {
      throw ValidationError("there is no file \(text); to run it as an expression, put -e before it: -e '\(text)'")
    }
    guard timeLimit.map({ $0.isFinite && $0 >= 0 }) ?? true else {
      throw ValidationError("--time-limit takes a number of seconds, or 0 for no limit")
    }
  }
}

extension RunOptions {
  /// Whether a word is Swift code, and no file has that name.
  static func isExpression(_ word: String) -> Bool {
    let isSwift = word.contains { "({\n".contains($0) } || word.contains(" = ")
    return isSwift && !word.hasSuffix(".swift") && access(word, F_OK) != 0
  }
}

/// Whether a recording has the descriptions that the program gives its types.
enum DescriptionsOption {
  static let help = ArgumentHelp(
    """
    Show values of the program's own types without calling their description: by their stored properties or their type.
    """)
}

/// The size limit of a trace, in MiB.
enum SizeLimit {
  static let help = ArgumentHelp(
    "Keep only the beginning and the newest part of a run that takes more than this; 0 for 4 GiB.",
    valueName: "MiB")

  /// The help with the usual limit, for an option whose place another option may take.
  static func help(usual: Int) -> ArgumentHelp {
    var help = help
    help.abstract += " (default: \(usual))"
    return help
  }

  static func validate(_ limit: Int) throws {
    guard (0...4096).contains(limit) else {
      throw ValidationError("--size-limit takes a number of MiB up to 4096, or 0 for as many")
    }
  }
}

/// The size of a ring.
enum RingOption {
  static let help = ArgumentHelp(
    """
    Keep only the newest steps, however long the program runs: the file never grows beyond this size. Up to an eighth of it \
    keeps how the run began. Units: KB, MB and GB, or KiB, MiB and GiB.
    """, valueName: "64MB")

  /// - Throws: `ValidationError`
  static func ring(_ text: String?) throws -> RingSize? {
    guard let text else { return nil }
    guard let ring = RingSize(text) else {
      throw ValidationError(
        "--ring takes a size with its unit, such as 64MB, of at least \(RingSize.least), and was given '\(text)'")
    }
    return ring
  }
}

/// The path of a recording.
enum RecordingPlace {
  static func validate(_ place: String) throws {
    guard place != "-" else {
      throw ValidationError("a recording cannot go to standard output; name a file (./- for a file named -)")
    }
  }
}
