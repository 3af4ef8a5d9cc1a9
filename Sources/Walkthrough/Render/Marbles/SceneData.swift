import Foundation
import PipelineRunning
import RxTrace

/// Everything that the pages' script needs to draw a picture again when its marbles are moved, as attributes of the
/// figure.
struct SceneData {
  private let run: Evidence
  private let outcomes: ArrangementRunner.Outcomes
  private let handles: ShownHandles
  private let link: String
  private let words: Wording

  /// - Parameter link: The link to the file with the outcomes.
  init(
    run: Evidence, outcomes: ArrangementRunner.Outcomes, handles: ShownHandles, link: String, words: Wording
  ) {
    self.run = run
    self.outcomes = outcomes
    self.handles = handles
    self.link = link
    self.words = words
  }

  private func facts(of scene: MarbleScene) -> Facts {
    Facts(
      program: run.command.path, stage: scene.stage, lanes: scene.lanes.map(Facts.Lane.init),
      inputs: run.marbleProgram.inputs.map { .init(name: $0.name, hot: $0.isHot, diagram: $0.diagram) },
      grid: outcomes.grid.lanes.map {
        .init(
          names: $0.names, places: $0.places, last: $0.last, freeEnd: $0.hasFreeEnd, joined: $0.joinsEnd,
          errors: $0.hasErrors)
      },
      handles: handles.facts, stageParts: handles.stageParts, runs: outcomes.count, words: Self.words(words))
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

  func attributes(of scene: MarbleScene) -> HTML {
    let text = (try? Self.encoder.encode(facts(of: scene))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    // The attribute has single quotation marks, because JSON is full of double ones.
    let escaped = text.replacing("&", with: "&amp;").replacing("'", with: "&#39;").replacing("<", with: "&lt;")
    return HTML(stringLiteral: " data-marbles='\(escaped)'") + " data-outcomes=\"\(link)\""
  }

  fileprivate struct Facts: Encodable {
    var program: String
    var stage: String
    var lanes: [Lane]
    var inputs: [Input]
    var grid: [Grid]
    var handles: [Handle]
    var stageParts: [Part]?
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

    struct Handle: Encodable {
      /// The place of a handle: `box`, `start` or `stop`.
      var place: String
      /// The observer whose lane has the handle.
      var lane: String?
      var values: [String]
      var recorded: Int
      /// Whether the handle is the beginning or the end of the test scheduler's subscription.
      var moment: Bool?
    }

    struct Part: Encodable {
      var text: String
      var handle: Int?
    }
  }

  private static func words(_ words: Wording) -> [String: String] {
    let keys: [(String, Word)] = [
      ("add", .marbleAdd), ("and", .marbleAnd), ("back", .marbleBack), ("comma", .marbleComma),
      ("completed", .pictureCompleted), ("elementOf", .marbleElementOf), ("end", .marbleEnd), ("error", .pictureError),
      ("fixedEnd", .marbleFixedEnd), ("from", .marbleFrom), ("help", .marbleHelp), ("link", .marbleLink),
      ("linked", .marbleLinked), ("noFreeTick", .marbleNoFreeTick), ("remove", .marbleRemove),
      ("mostMarbles", .marbleMost), ("noMarble", .marbleNone),
      ("result", .marbleResult), ("snapped", .marbleSnapped), ("stops", .marbleStops), ("tick", .marbleTick),
      ("turn", .marbleTurn), ("unheard", .marbleUnheard), ("runs", .marbleRuns), ("helpNumber", .marbleHelpNumber),
      ("helpStart", .marbleHelpStart), ("helpStop", .marbleHelpStop), ("number", .marbleNumber),
      ("subscription", .marbleSubscription), ("disposal", .marbleDisposal), ("never", .marbleNever),
      ("notLoaded", .marbleNotLoaded), ("onlyValues", .marbleOnlyValues), ("mixed", .marbleLegendMixed),
      ("sequence", .marbleLegendSequence), ("disposed", .pictureDisposed), ("noEvents", .noEvents),
      ("neverSubscribed", .marbleNeverSubscribed), ("subscribedAt", .marbleSubscribedAt),
      ("disposedAt", .marbleDisposedAt),
    ]
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, words($1)) })
  }
}

extension ShownHandles {
  fileprivate var facts: [SceneData.Facts.Handle] {
    zip(handles, places).map { handle, place in
      var isMoment: Bool?
      if case .text = handle.place {} else { isMoment = true }
      let (name, lane): (String, String?) =
        switch place {
        case .start(let lane): ("start", lane)
        case .stop(let lane): ("stop", lane)
        case .stage, nil: ("box", nil)
        }
      return .init(place: name, lane: lane, values: handle.values, recorded: handle.recorded, moment: isMoment)
    }
  }

  /// The parts of the box; nil for a box without a handle.
  fileprivate var stageParts: [SceneData.Facts.Part]? {
    stage.count == 1 ? nil : stage.map { .init(text: $0.text, handle: $0.handle) }
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
