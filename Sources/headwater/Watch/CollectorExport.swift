import Foundation
import RxTrace
import SiteServing
import Synchronization
import TraceAnalysis
import TraceViews

/// Sends what is watched to a collector, on threads of its own: one for the calls as spans, one for the figures of the stages.
///
/// Calls are read from the recording only when those before them have arrived. So a collector that is slow or away costs no
/// memory, and nothing is lost unless newer steps replace it in the recording. Only the newest figures are sent,
/// because they are sums since the beginning.
final class CollectorExport: Sendable {
  private let collector: Collector
  private let service: String
  private let path: String
  /// How long calls wait for others that fill the request.
  private let every: Duration
  private let sender: RequestSender
  private let metrics: WatchMetrics
  /// Whether messages would disturb a view of the terminal.
  private let isQuiet: Bool
  private let state = Mutex(State())
  private let threads = DispatchGroup()

  private struct State {
    var figures: [UInt8]?
    /// Whether nothing more comes, or nobody waits for it.
    var isOver = false
    /// The time at which retries end, once the recording is over.
    var end = ContinuousClock.now
    var isAway = false
    var notes: [String] = []
    /// The newest reason for which something was refused.
    var refusal: String?
    var arrived = 0
    var refused = 0
    var unsent = 0
    var missed = 0
  }

  private enum Delivery {
    case arrived([UInt8])
    case refused(String)
    case givenUp
  }

  /// Statuses after which the protocol has the client try again.
  private static let passing = [408, 429, 502, 503, 504]
  private static let longestPause = 5.0
  /// How long sending is tried again without success after the recording has ended, and after the user has ended the command.
  private static let (patience, shortPatience) = (Duration.seconds(10), Duration.seconds(1))

  init(to collector: Collector, _ watch: RecordingWatch, named name: String, every: Duration, isQuiet: Bool) {
    (self.collector, path, self.every, self.isQuiet) = (collector, watch.path, every, isQuiet)
    service = (name as NSString).lastPathComponent
    metrics = WatchMetrics(watch, service: service)
    sender = RequestSender(host: collector.host, port: collector.port)
  }

  func begin() {
    for work in [sendSpans, sendFigures] {
      threads.enter()
      Thread.detachNewThread { [threads] in
        work()
        threads.leave()
      }
    }
  }

  /// Takes the figures of the stages as they are now.
  func offer(_ watch: RecordingWatch) throws {
    // A copy, because rates and changes are counted from one view to the next.
    var table = watch.table
    let text = try metrics.text(of: table.rows(at: watch.now), at: watch.now)
    state.withLock { $0.figures = Array(text.utf8) }
  }

  /// Notes that the recording is over.
  func end() { state.withLock { ($0.isOver, $0.end) = (true, .now + Self.patience) } }

  /// Waits until all has been sent or given up, and says what arrived.
  func finish() {
    let goesOn = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    let isDone = goesOn ? wait(for: Self.shortPatience) : waitForAll()
    if isDone { sender.close() }
    for note in state.withLock({ $0.notes }) { Analysis.say("headwater: \(note)") }
    Analysis.say("headwater: \(place): \(summary)\(isDone ? "" : ", and no answer to the rest in time")")
  }

  /// Waits until everything is sent, unless the user asks to end. A collector that answers gets all requests.
  private func waitForAll() -> Bool {
    while !AskedToEnd.isAsked {
      if wait(for: .milliseconds(100)) { return true }
    }
    return false
  }

  private func wait(for time: Duration) -> Bool { threads.wait(timeout: .now() + time / .seconds(1)) == .success }

  private var summary: String {
    let state = state.withLock { $0 }
    var parts = ["\(counted(state.arrived, "span")) sent"]
    if state.refused > 0 { parts.append("\(state.refused) refused") }
    if state.unsent > 0 { parts.append("\(state.unsent) not sent") }
    if state.missed > 0 { parts.append("up to \(counted(state.missed, "call")) replaced before they were read") }
    return parts.joined(separator: ", ")
  }

  private var place: String { ShownText.printable(collector.text) }
  private var isOver: Bool { state.withLock { $0.isOver } }

  // MARK: Spans

  private func sendSpans() {
    do {
      var spans = try FollowedSpans(path: path, service: service)
      var isOver = false
      var due = ContinuousClock.now + every
      while !isOver {
        // Whether the recording is over is asked before the rest is read, so that nothing is added between the two.
        isOver = self.isOver
        while let request = try spans.next(isOver: isOver) {
          state.withLock { $0.missed = spans.missedCalls }
          send(request)
        }
        if isOver || .now >= due {
          if let request = spans.rest() { send(request) }
          due = .now + every
        }
        state.withLock { $0.missed = spans.missedCalls }
        if !isOver { usleep(50_000) }
      }
      if let request = try spans.last() { send(request) }
    } catch {
      note("\(error)")
    }
  }

  private func send(_ request: FollowedSpans.Request) {
    // After the first loss, requests are only counted, so that the number of lost spans is known.
    let isLost = state.withLock { $0.unsent > 0 }
    switch isLost ? .givenUp : deliver(request.body, to: "/v1/traces") {
    case .arrived(let body):
      let rejected = rejection(body, of: "spans")
      state.withLock { state in
        state.arrived += request.spans - rejected
        state.refused += rejected
      }
    case .refused(let reason):
      state.withLock { $0.refused += request.spans }
      noteRefusal(of: counted(request.spans, "span"), reason)
    case .givenUp: state.withLock { $0.unsent += request.spans }
    }
  }

  // MARK: Figures

  private func sendFigures() {
    while true {
      let (isOver, figures) = (isOver, state.withLock { $0.figures.take() })
      if let figures {
        switch deliver(figures, to: "/v1/metrics") {
        case .arrived(let body): _ = rejection(body, of: "data points")
        case .refused(let reason): noteRefusal(of: "the figures of the stages", reason)
        case .givenUp: note("\(place): the newest figures of the stages were not sent")
        }
      } else if isOver {
        return
      } else {
        usleep(50_000)
      }
    }
  }

  // MARK: Requests

  /// Sends a request again until the collector accepts or refuses it, or the time is up.
  private func deliver(_ body: [UInt8], to request: String) -> Delivery {
    var pause = 0.1
    while true {
      var asked: Int?
      let reason: String
      do {
        let answer = try sender.post(body, to: collector.path + request)
        guard Self.passing.contains(answer.status) else {
          noteAnswer()
          return (200..<300).contains(answer.status)
            ? .arrived(answer.body) : .refused("status \(answer.status) \(Self.words(of: answer.body))")
        }
        (reason, asked) = ("status \(answer.status)", answer.retryAfter)
      } catch {
        reason = "\(error)"
      }
      noteAbsence(reason)
      // The pause is random, so that two commands that lost the same collector do not retry at the same moment.
      guard wait(max(pause * .random(in: 0.5...1), Double(asked ?? 0))) else { return .givenUp }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// - Returns: false if the request is not to be sent again.
  private func wait(_ seconds: Double) -> Bool {
    let next = ContinuousClock.now + .seconds(seconds)
    while .now < next {
      if state.withLock({ $0.isOver && .now >= $0.end }) { return false }
      usleep(20_000)
    }
    return true
  }

  private static func words(of body: [UInt8]) -> String {
    ShownText.printable(String(decoding: body.prefix(200), as: UTF8.self))
  }

  /// The number of items that the collector rejected from a request that it answered with success.
  private func rejection(_ body: [UInt8], of what: String) -> Int {
    guard let answer = try? JSONDecoder().decode(PartialSuccess.self, from: Data(body)), let part = answer.part,
      part.count > 0
    else { return 0 }
    noteRefusal(of: "\(part.count) \(what)", Self.words(of: Array(part.message.utf8)))
    return part.count
  }

  // MARK: Notes

  private func noteAbsence(_ reason: String) {
    guard state.withLock({ !$0.isAway }) else { return }
    state.withLock { $0.isAway = true }
    note("\(place): \(reason); it is tried again, and the recording keeps what has to wait")
  }

  private func noteAnswer() {
    let wasAway = state.withLock { state in
      defer { (state.isAway, state.end) = (false, max(state.end, .now + Self.patience)) }
      return state.isAway
    }
    guard wasAway else { return }
    note("\(place) takes requests again")
  }

  /// Says a reason once, however many requests are refused for it. In the end their spans are counted.
  private func noteRefusal(of what: String, _ reason: String) {
    let isNew = state.withLock { state in
      defer { state.refusal = reason }
      return state.refusal != reason
    }
    if isNew { note("\(place) refused \(what)\(reason.isEmpty ? "" : ": \(reason)")") }
  }

  private func note(_ text: String) {
    if isQuiet { state.withLock { $0.notes.append(text) } } else { Analysis.say("headwater: \(text)") }
  }
}

/// The answer of a collector that accepted only a part of a request.
private struct PartialSuccess: Decodable {
  struct Part: Decodable {
    let count: Int
    let message: String

    private enum CodingKeys: String, CodingKey { case rejectedSpans, rejectedDataPoints, errorMessage }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      message = try values.decodeIfPresent(String.self, forKey: .errorMessage) ?? ""
      let counts = [CodingKeys.rejectedSpans, .rejectedDataPoints].compactMap { key in
        // The format writes 64-bit numbers as strings, and also allows them as numbers.
        (try? values.decode(String.self, forKey: key)).flatMap { Int($0) }
          ?? (try? values.decode(Int.self, forKey: key))
      }
      count = counts.first ?? 0
    }
  }

  let part: Part?

  private enum CodingKeys: String, CodingKey { case part = "partialSuccess" }
}
