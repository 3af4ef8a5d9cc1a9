import Synchronization

/// A page of a build, made now or by an earlier one.
struct BuiltPage: Sendable {
  let planned: PlannedPage
  let entry: PageEntry
  var problems: [Diagnostic] = []
  var isRendered = true
  /// Whether the file differs from the one that is there.
  var isWritten = false

  var facts: PageFacts { entry.facts }
}

/// The manifest's entry for a page. It is a class, because every build passes on all of the many entries.
final class PageEntry: Codable, Sendable {
  /// The hash of the Markdown file; empty for a page that is made again by every build.
  let contentHash: String
  /// The hash of the page's frame: titles of other pages, and the like.
  let frameHash: String
  let output: OutputEntry
  let frontMatter: FrontMatter
  let facts: PageFacts
  let outline: PageOutline
  let passes: [SourcePass]
  /// A mutex, because a `Once` would be one more object for each of thousands of pages.
  private let known = Mutex<Derived?>(nil)

  private enum CodingKeys: CodingKey {
    case contentHash, frameHash, output, frontMatter, facts, outline, passes
  }

  /// Facts that follow from the other properties, computed once.
  struct Derived: Sendable {
    /// Every Swift file that the page names, sorted.
    var downloads: [String]
    /// A key for the passes through each file, by the file's name.
    var passKeys: [String: String]
  }

  init(
    contentHash: String, frameHash: String, output: OutputEntry, frontMatter: FrontMatter, facts: PageFacts,
    outline: PageOutline, passes: [SourcePass]
  ) {
    self.contentHash = contentHash
    self.frameHash = frameHash
    self.output = output
    self.frontMatter = frontMatter
    self.facts = facts
    self.outline = outline
    self.passes = passes
  }

  var derived: Derived {
    known.withLock { known in
      let derived = known ?? Derived(downloads: facts.downloads, passKeys: passes.keys)
      known = derived
      return derived
    }
  }
}

struct OutputEntry: Codable, Equatable, Sendable {
  /// A key that changes when the file's inputs do.
  var key: String
  /// The hash of the file's contents.
  var hash: String
}
