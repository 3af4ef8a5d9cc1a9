import Synchronization

/// The caches of a program that builds a site more than once: the index of the sources, the theme, the recorded runs,
/// the fenced blocks of the pages that its author works on, and the manifest of the last build.
public final class BuildMemory: Sendable {
  private let sources = Mutex<(key: String, index: SourceIndex)?>(nil)
  let runs = PipelineLibrary.RunCache()
  let outcomes = PipelineLibrary.OutcomeCache()
  let blocks = KeptBlocks()
  private let manifest = Mutex<Manifest?>(nil)
  private let theme = Mutex<Theme?>(nil)

  public init() {}

  var rememberedSources: (key: String, index: SourceIndex)? { sources.withLock { $0 } }

  /// The manifest of the last build, if the digest is that of the site it made.
  func manifest(of digest: String) -> Manifest? { manifest.withLock { $0?.keptAs == digest ? $0 : nil } }

  /// The theme of the last build if nothing in it has changed, because its templates have been read.
  func theme(like theme: Theme) -> Theme {
    self.theme.withLock { last in
      if let last, last.isSame(as: theme) { return last }
      // Cached blocks contain the theme's wording and are stale now.
      blocks.forgetAll()
      last = theme
      return theme
    }
  }

  func keep(_ manifest: Manifest) { self.manifest.withLock { $0 = manifest } }

  func keepSources(of context: SiteContext) {
    if context.sources.isRead { sources.withLock { $0 = (context.sources.key, context.sources.index) } }
  }

  /// Keeps only the entries that the last build used.
  func forgetUnused(by context: SiteContext) {
    keepSources(of: context)
    runs.keep(context.pipelines.runKeys)
    outcomes.keep(context.pipelines.outcomeKeys)
  }
}
