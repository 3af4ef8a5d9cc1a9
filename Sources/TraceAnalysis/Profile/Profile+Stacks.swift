import RxTrace

extension Profile {
  /// The stacks of closures, a line each, for tools that draw flame graphs: `main;cart (cart.swift:3);map (cart.swift:10) 417`.
  ///
  /// The number is the own time of the closures of the last frame, in microseconds. Stacks without a whole one are left out.
  package var foldedText: String {
    let lines = (stacks?.timed ?? []).map { stack in
      let names = [places[stack.place]] + stack.stages.map(title)
      return (names.map(Self.frame).joined(separator: ";"), (stack.own + 500) / 1000)
    }
    let sums = Dictionary(lines, uniquingKeysWith: +)
    return sums.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
  }

  /// The form of speedscope.app: a profile for each thread or queue, with the own times of the stacks of closures.
  package func speedscopeText() throws -> String {
    let timed = stacks?.timed ?? []
    let used = Array(Set(timed.flatMap(\.stages))).sorted()
    let positions = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    let frames = used.map { stage in
      let row = stages.rows[stage]
      return Speedscope.Frame(name: title(stage), file: row.place?.file, line: row.place?.line)
    }
    let profiles = places.indices.compactMap { place -> Speedscope.Profile? in
      let stacks = timed.filter { $0.place == place && !$0.stages.isEmpty }
      guard !stacks.isEmpty else { return nil }
      return Speedscope.Profile(
        name: places[place], endValue: stacks.reduce(0) { $0 + $1.own },
        samples: stacks.map { $0.stages.map { positions[$0]! } }, weights: stacks.map(\.own))
    }
    // The form needs at least one profile.
    let empty = Speedscope.Profile(name: name, endValue: 0, samples: [], weights: [])
    return try json(
      Speedscope(name: name, shared: .init(frames: frames), profiles: profiles.isEmpty ? [empty] : profiles))
  }

  func title(_ stage: Int) -> String {
    let row = stages.rows[stage]
    return row.name + (row.place.map { " (\($0.shortDescription))" } ?? "")
  }

  /// A name without the characters that separate frames and lines.
  private static func frame(_ name: String) -> String { oneLine(name.replacing(";", with: ":")) }
}

private struct Speedscope: Encodable {
  struct Shared: Encodable { let frames: [Frame] }

  struct Frame: Encodable {
    let name: String
    let file: String?
    let line: Int?
  }

  struct Profile: Encodable {
    let type = "sampled"
    let name: String
    let unit = "nanoseconds"
    let startValue: UInt64 = 0
    let endValue: UInt64
    let samples: [[Int]]
    let weights: [UInt64]
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case exporter, name, activeProfileIndex, shared, profiles
  }

  let schema = "https://www.speedscope.app/file-format-schema.json"
  let exporter = "headwater"
  let name: String
  let activeProfileIndex = 0
  let shared: Shared
  let profiles: [Profile]
}
