import Foundation
import PipelineRunning
import RxTrace

/// Runs a page's program with marbles that a reader has arranged, for a server of previews.
///
///     let experiment = MarbleExperiment(content: content) { file, arguments in
///       try runner.record(RunRequest(.files([file.path]), arguments: arguments))
///     }
///     let lanes = try experiment.lanes(of: "atlas/throttle.swift", marbles: ["-a-b-#"])
///     // Result: {"lanes":[{"role":"input", …}, …]}, as the pages' script draws them
public struct MarbleExperiment: Sendable {
  private let content: ContentFolder
  private let run: @Sendable (URL, [String]) throws -> PipelineRun

  /// - Parameters:
  ///   - content: The folder of pages and pipelines.
  ///   - run: Compiles a pipeline and runs it with arguments. Called on the thread that asks for lanes.
  public init(content: URL, run: @escaping @Sendable (URL, [String]) throws -> PipelineRun) {
    self.content = ContentFolder(content)
    self.run = run
  }

  /// Why a program is not run.
  public enum Refusal: Error, Equatable, CustomStringConvertible {
    /// No file of the content folder, or no program that takes marbles.
    case noProgram(String)
    /// Not marble notation, more than the program takes, or longer than a picture.
    case noMarbles(String)
    /// The program stopped, or left nothing to draw.
    case noOutcome(String)

    public var description: String {
      switch self {
      case .noProgram(let path): "\(path): takes no marbles: name a program of the content that has `MarbleArguments`"
      case .noMarbles(let text): "`\(text)`: no diagram that the program takes: use - | # ( ) and names of elements"
      case .noOutcome(let path): "\(path): left nothing to draw with these marbles"
      }
    }
  }

  /// The most characters of a diagram.
  private static let longestDiagram = 200

  /// The lanes of the outcome, as JSON.
  /// - Parameters:
  ///   - path: The program, relative to the content folder.
  ///   - marbles: A diagram for each input, in order.
  /// - Throws: ``Refusal``, and the errors of `run`.
  public func lanes(of path: String, marbles: [String]) throws -> Data {
    guard path.hasSuffix(".swift"), !path.split(separator: "/").contains(".."), content.contains(path),
      let text = try? content.text(of: path)
    else { throw Refusal.noProgram(path) }
    let program = MarbleProgram(text)
    guard program.takesArguments else { throw Refusal.noProgram(path) }
    let isWrong: (String) -> Bool = {
      $0.count > Self.longestDiagram || MarbleLine($0) == nil || MarbleLine.isSubscription($0)
    }
    if let wrong = marbles.first(where: isWrong) ?? marbles.dropFirst(program.inputs.count).first {
      throw Refusal.noMarbles(wrong)
    }
    let recorded = try run(content.url(path), marbles)
    guard recorded.status == 0, let scene = MarbleScene(recorded.trace, program, arguments: marbles) else {
      throw Refusal.noOutcome(path)
    }
    return try SceneData.lanes(of: scene)
  }
}
