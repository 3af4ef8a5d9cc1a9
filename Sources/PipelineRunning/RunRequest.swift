import Foundation

/// The program to run, and its arguments.
///
///     try RunRequest(["greet.swift"], afterDashes: ["--loud"])
///     // Result: the file greet.swift, which is given --loud
public struct RunRequest: Equatable, Sendable {
  public var subject: Subject
  public var arguments: [String] = []

  /// The things that can be run.
  public enum Subject: Equatable, Sendable {
    /// Swift files that make one program.
    case files([String])
    /// Swift source from standard input.
    case standardInput
    /// An expression, which is subscribed to, or statements.
    case text(String)
    /// Swift source that is not in a file, under the name of one.
    case source(String, name: String)
    /// The executable of the package in a folder, with its name if there are several.
    case package(folder: String, product: String?)
    /// The tests of the package in a folder.
    case tests(folder: String, TestSelection)
    /// Any program that links the engine.
    case program(String)
    /// The app with this bundle identifier in the simulator that is booted.
    case simulatedApp(String)
  }

  public init(_ subject: Subject, arguments: [String] = []) {
    self.subject = subject
    self.arguments = arguments
  }

  /// Reads a command line.
  /// - Parameters:
  ///   - words: files, a folder, or `-`.
  ///   - text: an expression or statements.
  ///   - product: which of a package's executables.
  ///   - afterDashes: the words after `--`: the program's arguments, or the program and its arguments if nothing else names a program.
  /// - Throws: ``RunRequestError``
  public init(
    _ words: [String], text: String? = nil, product: String? = nil, afterDashes: [String] = []
  ) throws(RunRequestError) {
    switch (text, words.count) {
    case (_?, 1...): throw .tooMuch("-e takes the place of \(words[0])")
    case (let text?, _): self.init(.text(text), arguments: afterDashes)
    case (nil, 0):
      guard let program = afterDashes.first else { throw .nothing }
      self.init(.program(program), arguments: Array(afterDashes.dropFirst()))
    default: self.init(try Self.subject(words, product), arguments: afterDashes)
    }
    guard product == nil || isPackage else {
      throw .tooMuch("--product chooses an executable of a package, and no package's folder is given")
    }
  }

  /// Separates the words before `--` from those after it, because the parser makes one list of both.
  public static func words(_ all: [String], of commandLine: [String]) -> (before: [String], after: [String]) {
    let after = Array(commandLine.drop { $0 != "--" }.dropFirst())
    return (all.dropLast(after.count), after)
  }

  private static func subject(_ words: [String], _ product: String?) throws(RunRequestError) -> Subject {
    if words == ["-"] { return .standardInput }
    guard !words.contains("-") else { throw .tooMuch("- stands for standard input, and goes with no other file") }
    let folder = words.first { isFolder($0) }
    guard let folder else { return .files(words) }
    guard words.count == 1 else { throw .tooMuch("\(folder) is a folder; a package is given alone") }
    return .package(folder: folder, product: product)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private var isPackage: Bool {
    if case .package = subject { true } else { false }
  }

  /// Whether it runs the tests of a package.
  public var isOfTests: Bool {
    if case .tests = subject { true } else { false }
  }

  /// The files that are read or started.
  package var files: [String] {
    switch subject {
    case .files(let paths): paths
    case .program(let name): [name]
    case .standardInput, .text, .source, .package, .tests, .simulatedApp: []
    }
  }

  /// The name in messages.
  public var name: String {
    switch subject {
    case .files(let paths): paths[0]
    case .standardInput: "standard input"
    case .text: "-e"
    case .source(_, let name): name
    case .package(let folder, _), .tests(let folder, _): folder
    case .program(let name), .simulatedApp(let name): name
    }
  }

  /// The default time limit in seconds: a pipeline ends soon, but a user's program may be a server.
  package var usualTimeLimit: Double {
    switch subject {
    case .files, .standardInput, .text, .source: PipelineRunner.interactiveTimeLimit
    case .package, .tests, .program, .simulatedApp: 0
    }
  }
}

/// A command line that does not say clearly what to run.
public enum RunRequestError: Error, Equatable, CustomStringConvertible {
  case nothing
  /// Some words cannot be used with the others; the text says why.
  case tooMuch(String)

  public var description: String {
    switch self {
    case .nothing: "say what to run: a Swift file, -, -e TEXT, a package's folder, or -- PROGRAM"
    case .tooMuch(let text): text
    }
  }
}
