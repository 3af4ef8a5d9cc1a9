import RxTrace
import TraceViews

/// A ``MarbleScene`` in words.
extension Wording {
  /// An event with its tick: `c, tick 4, from c of letters`.
  func sentence(for event: MarbleScene.Event, of scene: MarbleScene) -> String {
    var parts = [name(of: event, in: scene), self(.marbleTick, event.tick)]
    let sources = event.origins.map { origin -> String in
      let lane = scene.lanes[origin.lane]
      return self(.marbleElementOf).filled(lane.events[origin.event].text, lane.name)
    }
    if !sources.isEmpty { parts.append(self(.marbleFrom, sources.joined(separator: self(.marbleAnd)))) }
    if !event.isHeard { parts.append(self(.marbleUnheard)) }
    return parts.joined(separator: self(.marbleComma))
  }

  private func name(of event: MarbleScene.Event, in scene: MarbleScene) -> String {
    switch event.event {
    case .completed: return self(.pictureCompleted)
    case .error: return event.text.isEmpty ? self(.pictureError) : "\(self(.pictureError)) \(event.text)"
    case .next: return event.lane.map { scene.lanes[$0].name } ?? event.text
    }
  }

  /// The beginning and the end of a lane, apart from its events.
  func remarks(about lane: MarbleScene.Lane) -> [String] {
    var remarks: [String] = []
    if !lane.isSubscribed { remarks.append(self(.marbleNeverSubscribed)) }
    if lane.start > 0 { remarks.append(self(.marbleSubscribedAt, lane.start)) }
    if let disposal = lane.disposal { remarks.append(self(.marbleDisposedAt, disposal)) }
    return remarks
  }
}
