import Foundation
import PipelineRunning
import RxTrace

/// Everything that the pages' script needs to draw a picture again when its marbles are moved, as attributes of the
/// figure.
struct SceneData {
  private let facts: Facts
  private let packed: String

  init(
    _ scene: MarbleScene, _ program: MarbleProgram, _ command: PipelineCommand,
    _ outcomes: ArrangementRunner.Outcomes, _ words: Wording
  ) {
    packed = outcomes.packed
    facts = Facts(
      program: command.path, stage: scene.stage, lanes: scene.lanes.map(Facts.Lane.init),
      inputs: program.inputs.map { .init(name: $0.name, hot: $0.isHot, diagram: $0.diagram) },
      grid: outcomes.grid.lanes.map {
        .init(
          names: $0.names, places: $0.places, last: $0.last, freeEnd: $0.hasFreeEnd, joined: $0.joinsEnd,
          errors: $0.hasErrors)
      },
      texts: outcomes.texts, runs: outcomes.count, words: Self.words(words))
  }

  /// The lanes of a scene in the same form, as JSON.
  static func lanes(of scene: MarbleScene) throws -> Data {
    try encoder.encode(["lanes": scene.lanes.map(Facts.Lane.init)])
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  var attributes: HTML {
    let text = (try? Self.encoder.encode(facts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return " data-marbles=\"\(text)\" data-outcomes=\"\(packed)\""
  }

  fileprivate struct Facts: Encodable {
    var program: String
    var stage: String
    var lanes: [Lane]
    var inputs: [Input]
    var grid: [Grid]
    var texts: [String]
    var runs: Int
    var words: [String: String]

    struct Lane: Encodable {
      var role: String
      var input: Int?
      var name: String
      var start: Int
      var disposal: Int?
      var unused: Bool?
      var events: [Event]
      var opener: [Int]?
    }

    struct Event: Encodable {
      var tick: Int
      var kind: String
      var text: String?
      var lane: Int?
      var unheard: Bool?
      var origins: [[Int]]?
    }

    struct Input: Encodable {
      var name: String
      var hot: Bool
      var diagram: String
    }

    struct Grid: Encodable {
      var names: [String]
      var places: [Int]
      var last: Int
      var freeEnd: Bool
      var joined: Bool
      var errors: Bool
    }
  }

  private static func words(_ words: Wording) -> [String: String] {
    let keys: [(String, Word)] = [
      ("add", .marbleAdd), ("and", .marbleAnd), ("back", .marbleBack), ("comma", .marbleComma),
      ("completed", .pictureCompleted), ("elementOf", .marbleElementOf), ("end", .marbleEnd), ("error", .pictureError),
      ("fixedEnd", .marbleFixedEnd), ("from", .marbleFrom), ("help", .marbleHelp), ("link", .marbleLink),
      ("linked", .marbleLinked), ("noFreeTick", .marbleNoFreeTick), ("remove", .marbleRemove),
      ("result", .marbleResult), ("snapped", .marbleSnapped), ("stops", .marbleStops), ("tick", .marbleTick),
      ("turn", .marbleTurn), ("unheard", .marbleUnheard),
    ]
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, words($1)) })
  }
}

extension SceneData.Facts.Lane {
  fileprivate init(_ lane: MarbleScene.Lane) {
    switch lane.role {
    case .input(let place): (role, input) = ("input", place)
    case .result: role = "result"
    case .inner: role = "inner"
    }
    name = lane.name
    start = lane.start
    disposal = lane.disposal
    unused = lane.isSubscribed ? nil : true
    opener = lane.opener.map { [$0.lane, $0.event] }
    events = lane.events.map { event in
      .init(
        tick: event.tick, kind: event.event.rawValue, text: event.text.isEmpty ? nil : event.text, lane: event.lane,
        unheard: event.isHeard ? nil : true,
        origins: event.origins.isEmpty ? nil : event.origins.map { [$0.lane, $0.event] })
    }
  }
}
