import Synchronization

/// What a program that builds a site more than once keeps in memory: the sources, read, and the recorded runs.
public final class SiteMemory: Sendable {
  private let sources = Mutex<(key: String, index: SourceIndex)?>(nil)
  let runs = PipelineLibrary.RunMemory()

  public init() {}

  var rememberedSources: (key: String, index: SourceIndex)? { sources.withLock { $0 } }

  /// Keeps what the last build used, and nothing else.
  func forgetUnused(by context: SiteContext) {
    if context.sources.isRead { sources.withLock { $0 = (context.sources.key, context.sources.index) } }
    runs.keep(context.pipelines.runKeys)
  }
}
