import Foundation

/// Writes the outcomes of a pipeline, for every arrangement of its marbles, into a ``MarbleFile``.
struct OutcomeFile {
  let marbles: MarbleFile
  let pipelines: PipelineLibrary

  func file() -> SiteFile {
    let key = pipelines.key(of: marbles)
    return SiteFile(
      path: marbles.path, origin: "the outcomes of \(marbles.pipeline)",
      key: ([key.pipeline] + key.handles).joined(separator: "\n")
    ) { [self] in
      guard let outcomes = try pipelines.outcomes(of: marbles) else { return [] }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode([marbles.pipeline: Contents(texts: outcomes.texts, packed: outcomes.packed)])
      return Array("Object.assign(self.headwaterOutcomes ??= {}, ".utf8) + data + Array(")\n".utf8)
    }
  }

  private struct Contents: Encodable {
    var texts: [String]
    var packed: String
  }
}
