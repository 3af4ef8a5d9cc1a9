import Synchronization

/// What a program that builds a site more than once keeps in memory: the sources and the look, read, the recorded runs, and
/// what the last build left.
public final class SiteMemory: Sendable {
  private let sources = Mutex<(key: String, index: SourceIndex)?>(nil)
  let runs = PipelineLibrary.RunMemory()
  private let manifest = Mutex<SiteManifest?>(nil)
  private let look = Mutex<SiteLook?>(nil)

  public init() {}

  var rememberedSources: (key: String, index: SourceIndex)? { sources.withLock { $0 } }

  /// What the last build left, if it was the site with that digest.
  func manifest(of digest: String) -> SiteManifest? { manifest.withLock { $0?.keptAs == digest ? $0 : nil } }

  /// The look of the last build, where nothing in it has changed: its templates have been read.
  func look(like look: SiteLook) -> SiteLook {
    self.look.withLock { last in
      let same = last.flatMap { $0.isSame(as: look) ? $0 : nil } ?? look
      last = same
      return same
    }
  }

  func keep(_ manifest: SiteManifest) { self.manifest.withLock { $0 = manifest } }

  /// Keeps what the last build used, and nothing else.
  func forgetUnused(by context: SiteContext) {
    if context.sources.isRead { sources.withLock { $0 = (context.sources.key, context.sources.index) } }
    runs.keep(context.pipelines.runKeys)
  }
}
