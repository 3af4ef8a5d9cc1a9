import RxTrace

/// Times how long actions wait between `schedule` and the moment at which they begin, with the delay that was asked for.
struct WaitingTimes {
  /// The action that begins with the newest step: who asked for it, and how long it waited.
  private(set) var begun: (asker: ObjectID?, time: UInt64)?
  /// The actions that wait, by the numbers of their `schedule`s.
  private var asked: [Int: (asker: ObjectID?, time: UInt64)] = [:]

  mutating func take(_ run: Pipelines) {
    begun = nil
    for event in run.events {
      switch event {
      case .scheduled(let asker): asked[run.step.number] = (asker, run.step.time)
      case .acted(let schedule?):
        guard let action = asked.removeValue(forKey: schedule) else { break }
        begun = (action.asker, run.step.time - min(run.step.time, action.time))
      case .cancelled(let schedule?): asked[schedule] = nil
      default: break
      }
    }
  }
}
