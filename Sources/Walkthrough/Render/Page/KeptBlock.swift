import Synchronization

/// A fenced block's HTML and the record of rendering it, kept for the next rendering of its page.
///
/// Keeping blocks saves an author who edits a sentence from waiting for every chain of the page.
struct KeptBlock: Sendable {
  /// The input of the block, besides its dependencies.
  struct Key: Hashable, Sendable {
    /// The page's file, which changes when a translation is added or removed.
    var path: String
    /// The block's lines in the page.
    var lines: [String]
    /// The number of elements of each kind that the page has before the block.
    var counters: [String: Int]
  }

  var html: HTML
  /// The number of elements of each kind that the page has up to the end of the block.
  var counters: [String: Int]
  /// The record of the block, with places counted from the block's first line.
  var gathered: PageGathering
  /// The listings that the block's steps show.
  var listings: [PageListings.Listing]
}

/// The fenced blocks of the most recently rendered pages, kept between builds.
final class KeptBlocks: Sendable {
  typealias OfPage = [KeptBlock.Key: KeptBlock]

  private let pages = Mutex<[(path: String, blocks: OfPage)]>([])
  /// The most pages whose blocks are kept: an author works on a few; a site may have thousands.
  private static let mostPages = 32

  /// Whether blocks of the page are kept.
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
