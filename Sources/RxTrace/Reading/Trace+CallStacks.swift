import TraceFormat

extension Trace {
  /// Reads only the call stacks of a recording, what it tells of its program, and whether it is complete, in memory that
  /// does not grow with its steps.
  /// - Throws: ``TraceError``
  package init(callStacksOf path: String) throws {
    self.init()
    let reader = try RecordReader(path: path)
    var definitions = Definitions(version: reader.header.version)
    while try reader.advance() {
      if Self.kindsOfStacks.contains(reader.record.kind) { definitions.add(reader.record) }
    }
    callStacks = (0..<definitions.stacks.entries.count).map(definitions.addresses(ofStack:))
    program = definitions.program
    isComplete = reader.header.isClosed
  }

  private static let kindsOfStacks: Set<RecordKind?> = [
    .defineSite, .defineImage, .defineType, .definePlace, .defineCaller, .defineFrame, .defineSource,
  ]
}
