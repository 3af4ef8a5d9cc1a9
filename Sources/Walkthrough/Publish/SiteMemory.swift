import Synchronization

/// What a program that builds a site more than once keeps in memory: the sources and the look, read, the recorded runs,
/// the fenced blocks of the pages that its author works on, and what the last build left.
public final class SiteMemory: Sendable {
  private let sources = Mutex<(key: String, index: SourceIndex)?>(nil)
  let runs = PipelineLibrary.RunMemory()
  let blocks = KeptBlocks()
  private let manifest = Mutex<SiteManifest?>(nil)
  private let look = Mutex<SiteLook?>(nil)

  public init() {}

  var rememberedSources: (key: String, index: SourceIndex)? { sources.withLock { $0 } }

  /// What the last build left, if it was the site with that digest.
  func manifest(of digest: String) -> SiteManifest? { manifest.withLock { $0?.keptAs == digest ? $0 : nil } }

  /// The look of the last build, where nothing in it has changed: its templates have been read.
  func look(like look: SiteLook) -> SiteLook {
    self.look.withLock { last in
      if let last, last.isSame(as: look) { return last }
      // They speak with the look's words.
      blocks.forgetAll()
      last = look
      return look
    }
  }

  func keep(_ manifest: SiteManifest) { self.manifest.withLock { $0 = manifest } }

  func keepSources(of context: SiteContext) {
    if context.sources.isRead { sources.withLock { $0 = (context.sources.key, context.sources.index) } }
  }

  /// Keeps what the last build used, and nothing else.
  func forgetUnused(by context: SiteContext) {
    keepSources(of: context)
    runs.keep(context.pipelines.runKeys)
  }
}
