import Synchronization

/// A fenced block's HTML with all that came of making it, for the next time that its page is rendered.
///
/// An author who edits a sentence would otherwise wait for every chain of the page to be drawn again.
struct KeptBlock: Sendable {
  /// What it was made from, besides what it depends on.
  struct Key: Hashable, Sendable {
    /// The page's file: another where a translation comes or goes.
    var path: String
    /// As they stand in the page.
    var lines: [String]
    /// How many of each kind the page shows before it.
    var counters: [String: Int]
  }

  var html: HTML
  /// How many of each kind the page shows up to its end.
  var counters: [String: Int]
  /// Places are counted from its first line.
  var gathered: PageGathering
  /// The cards that its symbols describe themselves by.
  var cards: [SymbolCards.Card]
}

/// What rendering a page, or a part of one, leads to.
struct PageGathering: Sendable {
  var facts = PageFacts()
  var passes: [SourcePass] = []
  /// That it gives to elements.
  var identifiers: Set<String> = []
  var assets: Set<String> = []
  var programs: Set<String> = []

  /// Adds what a part leads to, which comes after all that there is.
  mutating func add(_ part: PageGathering) {
    facts.add(part.facts)
    passes += part.passes
    identifiers.formUnion(part.identifiers)
    assets.formUnion(part.assets)
    programs.formUnion(part.programs)
  }
}

/// The fenced blocks of the pages that were rendered last, from one build to the next.
final class KeptBlocks: Sendable {
  typealias OfPage = [KeptBlock.Key: KeptBlock]

  private let pages = Mutex<[(path: String, blocks: OfPage)]>([])
  /// An author works on a few; a site may have thousands.
  private static let mostPages = 32

  /// Whether the page was rendered lately.
  func hold(page path: String) -> Bool { pages.withLock { pages in pages.contains { $0.path == path } } }

  func blocks(ofPage path: String) -> OfPage {
    pages.withLock { pages in pages.first { $0.path == path }?.blocks ?? [:] }
  }

  func keep(_ blocks: OfPage, ofPage path: String) {
    pages.withLock { pages in
      pages.removeAll { $0.path == path }
      pages.insert((path, blocks), at: 0)
      pages = Array(pages.prefix(Self.mostPages))
    }
  }

  func forgetAll() { pages.withLock { $0 = [] } }
}
