import Testing

@testable import Walkthrough

/// The places of marbles in a picture of a run in virtual time.
@Suite struct SceneLayoutTests {
  private func layout(_ texts: [String], tick: Int) -> SceneLayout {
    let events = texts.map { MarbleScene.Event(tick: tick, event: .next, text: $0) }
    let end = MarbleScene.Event(tick: tick, event: .completed)
    let lane = MarbleScene.Lane(role: .result, name: "observer", start: 0, events: events + [end])
    return SceneLayout(MarbleScene(stage: "op()", lanes: [lane], leastLastTick: 40))
  }

  @Test(arguments: [0, 1, 40]) func `a wide marble stands beside the name and within the picture`(tick: Int) {
    let layout = layout(["[\"first\", \"second\"]"], tick: tick)
    let (marble, bar) = (layout.marbles[0][0], layout.marbles[0][1])
    #expect(marble.width > 140)
    #expect(marble.x - marble.width / 2 >= layout.boxLeft)
    #expect(bar.x > marble.x + marble.width / 2 && bar.x <= layout.right)
  }

  @Test func `marbles of one tick stand below each other`() {
    let marbles = layout(["1", "2", "4"], tick: 0).marbles[0]
    #expect(marbles.prefix(3).map(\.x) == [marbles[0].x, marbles[0].x, marbles[0].x])
    #expect(Set(marbles.prefix(3).map(\.y)).count == 3)
  }
}
