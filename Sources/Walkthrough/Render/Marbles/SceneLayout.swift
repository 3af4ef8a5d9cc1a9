import RxTrace
import TraceViews

/// The positions of everything in a ``ScenePicture``, in pixels.
struct SceneLayout {
  struct Marble: Equatable {
    var x: Double
    var y: Double
    var width: Double
  }

  let width: Double
  let height: Double
  /// The x coordinate of tick 0.
  private let left: Double
  let boxLeft: Double
  let right: Double
  let boxTop: Double
  let axis: Double
  private let tick: Double
  private let lines: [Double]
  /// For each lane, the positions of its events.
  let marbles: [[Marble]]

  static let margin = 12.0
  static let marble = 32.0
  static let boxHeight = 38.0
  private static let boxGap = 8.0
  private static let laneHeight = 52.0
  private static let level = 36.0
  private static let leastTick = 32.0
  private static let letter = SVG.columnWidth(size: 15)
  private static let nameLetter = SVG.columnWidth(size: 14)
  private static let longestLabel = 14
  /// The width that a picture fills, unless its ticks would become very narrow or very wide.
  private static let usualWidth = 920.0

  init(_ scene: MarbleScene) {
    let names = scene.lanes.map { Double(ShownText.width(Self.shownName($0, of: scene))) * Self.nameLetter }
    boxLeft = Self.margin + (names.max() ?? 0) + 12
    let (before, after) = Self.edges(scene)
    left = boxLeft + before
    let room = (Self.usualWidth - left - Self.margin - after) / Double(scene.lastTick + 1)
    tick = min(max(room.rounded(.down), Self.leastTick), 64)
    right = max(left + Double(scene.lastTick) * tick + after, boxLeft + Self.stageWidth(scene))
    width = right + Self.margin
    var y = Self.margin
    var lines: [Double] = []
    var marbles: [[Marble]] = []
    var boxTop: Double?
    for lane in scene.lanes {
      if boxTop == nil, lane.role == .result || lane.role == .inner {
        boxTop = y + Self.boxGap
        y += Self.boxHeight + 2 * Self.boxGap
      }
      let (places, levels) = Self.places(lane, scene, left: left, tick: tick)
      let line = y + Self.laneHeight / 2
      lines.append(line)
      marbles.append(places.map { Marble(x: $0.x, y: line + Double($0.level) * Self.level, width: $0.width) })
      y += Self.laneHeight + Double(levels - 1) * Self.level
    }
    self.lines = lines
    self.marbles = marbles
    self.boxTop = boxTop ?? y
    axis = y + 6
    height = axis + 22
  }

  func x(_ tick: Int) -> Double { left + Double(tick) * self.tick }

  func line(_ lane: Int) -> Double { lines[lane] }

  private static func stageWidth(_ scene: MarbleScene) -> Double {
    Double(ShownText.width(scene.stage)) * letter + 32
  }

  /// The positions of a lane's events; events that would overlap are placed below the line.
  private static func places(
    _ lane: MarbleScene.Lane, _ scene: MarbleScene, left: Double, tick: Double
  ) -> (places: [(x: Double, level: Int, width: Double)], levels: Int) {
    var ends: [Double] = []
    var places: [(x: Double, level: Int, width: Double)] = []
    for event in lane.events {
      let x = left + Double(event.tick) * tick
      guard event.event != .completed else {
        // A completion is drawn beside the elements of the same tick.
        let same = places.indices.filter { lane.events[$0].tick == event.tick }
        let shift = same.map { places[$0].width / 2 + 5 }.max() ?? 0
        places.append((x + shift, max(same.map { places[$0].level }.max() ?? 0, 0), 4))
        continue
      }
      let wide = width(of: label(event, in: scene))
      let level = ends.firstIndex { $0 + 2 <= x - wide / 2 } ?? ends.count
      if level == ends.count { ends.append(0) }
      ends[level] = x + wide / 2
      places.append((x, level, wide))
    }
    return (places, max(ends.count, 1))
  }

  private static func width(of label: String) -> Double {
    max(marble, (Double(ShownText.width(label)) * letter + 16).rounded())
  }

  /// The room before the first and after the last tick, where half of a wide marble stands.
  private static func edges(_ scene: MarbleScene) -> (before: Double, after: Double) {
    let marbles = scene.lanes.flatMap(\.events).filter { $0.event != .completed }
    let halves = marbles.map { width(of: label($0, in: scene)) / 2 }
    let before = zip(marbles, halves).map { $1 + 4 - Double($0.tick) * leastTick }
    return (max(22, before.max() ?? 0), max(34, (halves.max() ?? 0) + 10))
  }

  // MARK: Texts

  static func label(_ event: MarbleScene.Event, in scene: MarbleScene) -> String {
    if event.event == .error { return "✕" }
    if let lane = event.lane { return number(of: lane, in: scene) }
    return ShownText.fitted(ShownText.printable(unquoted(event.text)), columns: longestLabel)
  }

  /// A list without the quotation marks of its elements.
  private static func unquoted(_ text: String) -> String {
    text.hasPrefix("[") ? text.replacing(/"([^"\\]*)"/) { $0.1 } : text
  }

  static func shownName(_ lane: MarbleScene.Lane, of scene: MarbleScene) -> String {
    ShownText.fitted(ShownText.printable(lane.name), columns: 24)
  }

  /// The number in a circle that marks an inner sequence, both in its own lane and as an element.
  private static func number(of lane: Int, in scene: MarbleScene) -> String {
    let place = scene.lanes[..<lane].count { $0.role == .inner }
    return circled(place + 1)
  }

  static func circled(_ number: Int) -> String {
    number <= 20 ? String(UnicodeScalar(0x245F + UInt32(number))!) : "(\(number))"
  }
}
