import Foundation
import NIOPosix
import PipelineRunning
import RxTrace
import Synchronization
import Walkthrough

/// How a server runs programs that readers have changed.
public struct ProgramRuns: Sendable {
  /// Compiles a trial and runs it under supervision, and hands over what the compiler remarks.
  public typealias TryOut =
    @Sendable (_ trial: ProgramTrial, _ supervision: RunSupervision, _ report: (String) -> Void) throws -> PipelineRun

  let isForAnyone: Bool
  let limits: ResourceLimits
  let tryOut: TryOut

  /// - Parameter isForAnyone: whether to run programs for everyone who can reach the port.
  public init(isForAnyone: Bool = false, limits: ResourceLimits = ResourceLimits(), tryOut: @escaping TryOut) {
    (self.isForAnyone, self.limits, self.tryOut) = (isForAnyone, limits, tryOut)
  }
}

/// Takes orders for runs, carries out a few at a time, and ends runs that nobody waits for. Used on several threads.
final class RunDesk: Sendable {
  let access: RunAccess
  private let runs: ProgramRuns
  private let site: LiveSite
  private let threads = NIOThreadPool(numberOfThreads: RunDesk.mostRunning)
  private let state = Mutex(State())

  private struct State {
    /// The orders that run or wait, by the page that waits.
    var open: [String: RunCancellation] = [:]
    /// The warm-up run, which no page waits for and which does not use a page's place.
    var warmUp: RunCancellation?
    var count = 0
    var isClosed = false
  }

  /// The most runs at a time, and the most orders that run or wait.
  private static let (mostRunning, mostOpen) = (2, 16)

  init(_ runs: ProgramRuns, _ site: LiveSite) {
    (self.runs, self.site) = (runs, site)
    access = RunAccess(token: SecretText.make(), isForAnyone: runs.isForAnyone)
    threads.start()
  }

  /// The answer to a page that asks whether programs can be run.
  var session: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(["token": access.token])) ?? Data()
  }

  /// Carries out an order. Cancelling the task ends the run.
  /// - Throws: ``Refusal`` if too many wait already, ``RunCancelled`` if the page has ordered another run meanwhile.
  func carryOut(_ order: RunOrder) async throws -> Data {
    let cancellation = RunCancellation()
    let number = try enter(order, cancellation)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        threads.submit { [self] poolState in
          defer { finish(order, cancellation) }
          continuation.resume(
            with: Result {
              guard poolState == .active, !cancellation.isCancelled else { throw RunCancelled() }
              return try answer(to: order, number, cancellation)
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Registers an order, and ends the page's previous run.
  /// - Returns: the number of the run.
  private func enter(_ order: RunOrder, _ cancellation: RunCancellation) throws -> Int {
    let (number, last) = try state.withLock { state -> (Int, RunCancellation?) in
      guard state.open.count < Self.mostOpen, !state.isClosed else {
        throw Refusal(.serviceUnavailable, "too many programs are running; try again")
      }
      state.count += 1
      return (state.count, state.open.updateValue(cancellation, forKey: order.tab))
    }
    last?.cancel()
    return number
  }

  private func finish(_ order: RunOrder, _ cancellation: RunCancellation) {
    state.withLock { state in
      if state.open[order.tab] === cancellation { state.open[order.tab] = nil }
    }
  }

  /// Ends all runs, and refuses further orders.
  func close() {
    let open = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values) + [state.warmUp].compactMap(\.self)
    }
    for cancellation in open { cancellation.cancel() }
    threads.shutdownGracefully { _ in }
  }

  // MARK: One run

  private struct RunAnswer: Encodable {
    var messages: [CompilerMessage] = []
    /// The compiler's messages, if the program did not compile.
    var failure: String?
    var errorOutput = ""
    var view: TrialView?
  }

  private func answer(to order: RunOrder, _ number: Int, _ cancellation: RunCancellation) throws -> Data {
    let builder = try site.builder()
    guard let original = builder.program(at: order.program) else {
      throw Refusal(.notFound, "the site has no program \(order.program)")
    }
    let trial = ProgramTrial(
      path: order.program, text: order.text ?? original, arguments: order.arguments ?? [],
      page: order.page ?? "index.html", claims: order.claims)
    let supervision = RunSupervision(limits: runs.limits, cancellation: cancellation)
    if order.parts?.contains("lanes") == true { return try lanes(of: trial, builder.folders.content, supervision) }
    var answer = RunAnswer()
    let name = String(order.program.split(separator: "/").last ?? "")
    do {
      let run = try runs.tryOut(trial, supervision) { remarks in
        answer.messages = CompilerMessage.all(in: remarks, about: name)
      }
      answer.errorOutput = run.errorOutput
      answer.view = try builder.view(of: run, trial, number: number, wanted: order.parts)
    } catch let error as PipelineError {
      answer.failure = error.description
      answer.messages = CompilerMessage.all(in: error.description, about: name)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(answer)
  }

  /// The lanes of a marble picture for the diagrams that a reader has drawn.
  private func lanes(of trial: ProgramTrial, _ content: URL, _ supervision: RunSupervision) throws -> Data {
    let experiment = MarbleExperiment(content: content) { [runs] _, _ in try runs.tryOut(trial, supervision) { _ in } }
    do {
      return try experiment.lanes(of: trial.path, marbles: trial.arguments)
    } catch let refusal as MarbleExperiment.Refusal {
      throw Refusal(.badRequest, refusal.description)
    }
  }

  /// Compiles and runs a program in advance, because the first run takes far longer: the system reads the compiler and
  /// the engine's modules from the disk.
  func warmUp() {
    let cancellation = RunCancellation()
    state.withLock { $0.warmUp = cancellation }
    threads.submit { [self] poolState in
      defer { state.withLock { $0.warmUp = nil } }
      guard poolState == .active else { return }
      let text = """
        import Foundation
        import Rx

        // Never the same text, which would be kept: \(SecretText.make())
        _ = Observable.of(1, 2).map { $0 * 2 }.filter { $0 > 1 }.subscribe(onNext: { print("got \\($0)") })
        """
      let supervision = RunSupervision(limits: runs.limits, cancellation: cancellation)
      _ = try? runs.tryOut(ProgramTrial(path: "first.swift", text: text), supervision) { _ in }
    }
  }
}
