import Synchronization

/// A fenced block's HTML with the record of rendering it, for the next time that its page is rendered.
///
/// An author who edits a sentence would otherwise wait for every chain of the page to be drawn again.
struct KeptBlock: Sendable {
  /// The input that it was made from, besides its dependencies.
  struct Key: Hashable, Sendable {
    /// The page's file, which changes when a translation is added or removed.
    var path: String
    /// The block's lines in the page.
    var lines: [String]
    /// How many of each kind the page shows before it.
    var counters: [String: Int]
  }

  var html: HTML
  /// How many of each kind the page shows up to its end.
  var counters: [String: Int]
  /// Places are counted from its first line.
  var gathered: PageGathering
  /// The listings that its steps show.
  var listings: [PageListings.Listing]
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
