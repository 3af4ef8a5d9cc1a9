#if DEBUG
  import CPlatform
  import Foundation
  import Synchronization

  /// Reports in debug builds when events of one stage overlap: sent from two threads at once, or from within the
  /// delivery of another event. Both break the grammar of events; the message names the pipeline.
  final class SynchronizationTracker: Sendable {
    private struct State {
      /// The threads that are sending an event, each as often as it is.
      var senders: [UInt64] = []
      /// Problems are reported once, because a race between two threads may repeat for every event.
      var reported: Set<Problem> = []
    }

    private let state = Lock(State())

    func enter(_ stage: EngineObject) {
      let this = hw_thread_number()
      let problem = state.withLock { state -> Problem? in
        defer { state.senders.append(this) }
        guard !state.senders.isEmpty else { return nil }
        let problem = state.senders.contains(this) ? Problem.reentrancy : .overlap
        return state.reported.insert(problem).inserted ? problem : nil
      }
      if let problem { Self.report.withLock { $0 }(Self.message(problem, stage)) }
    }

    func leave() {
      let this = hw_thread_number()
      state.withLock { state in
        if let place = state.senders.lastIndex(of: this) { state.senders.remove(at: place) }
      }
    }

    enum Problem {
      case reentrancy
      case overlap
    }

    /// Writes the messages; tests replace it.
    static let report = Lock<@Sendable (String) -> Void> { message in
      FileHandle.standardError.write(Data((message + "\n").utf8))
    }

    private static func message(_ problem: Problem, _ stage: EngineObject) -> String {
      let pipeline = pipeline(from: stage)
      return switch problem {
      case .reentrancy:
        """
        Reentrancy anomaly: an event was sent while the previous one was still being delivered.
          pipeline: \(pipeline)
          remedy: do not send to a sequence from its own observer; put `.observe(on:)` between them, or send later.
        """
      case .overlap:
        """
        Synchronization anomaly: two threads sent events to the same sequence at once.
          pipeline: \(pipeline)
          remedy: send from one thread or queue, or put `.observe(on:)` with a serial scheduler before this stage.
        """
      }
    }

    /// The stages through which an event passes, beginning with `stage`.
    private static func pipeline(from stage: EngineObject) -> String {
      var names: [String] = []
      var next: EngineObject? = stage
      while let stage = next {
        names.append(String(describing: type(of: stage)))
        next = stage.nextStage
      }
      return names.joined(separator: " → ")
    }
  }
#endif
