/// The texts of a run's steps. A value goes from stage to stage, so that several steps in a row share one.
///
/// Unchecked, because the steps are read on one thread, and nothing is added afterwards.
final class StepTexts: @unchecked Sendable {
  struct Site {
    var line: SourceLine
    /// A position in ``Trace/callStacks``.
    var stack: Int?
  }

  private var values: [TracedValue] = []
  private var queues: [String] = []
  private var sites: [Site] = []
  /// The errors that closures threw, by the sequence numbers of the closures' records.
  private(set) var thrown: [UInt64: TracedValue] = [:]

  /// How many of the latest values are looked at for one that is the same.
  private static let remembered = 8

  var valueCount: Int { values.count }
  var siteCount: Int { sites.count }

  func value(_ place: Int) -> TracedValue { values[place] }
  func queue(_ place: Int) -> String { queues[place] }
  func site(_ place: Int) -> Site { sites[place] }

  /// - Returns: the place of the value.
  func add(_ value: TracedValue) -> Int {
    if let known = values.suffix(Self.remembered).lastIndex(where: { Self.areSame($0, value) }) { return known }
    values.append(value)
    return values.count - 1
  }

  /// Bytes are compared, because strings that are written with other Unicode scalars may be equal.
  private static func areSame(_ one: TracedValue, _ other: TracedValue) -> Bool {
    one.identity == other.identity && one.isComplete == other.isComplete && one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// - Returns: the place of the queue.
  func add(queue: String) -> Int {
    if let known = queues.lastIndex(of: queue) { return known }
    queues.append(queue)
    return queues.count - 1
  }

  /// - Returns: the place of the site.
  func add(site: Site) -> Int {
    sites.append(site)
    return sites.count - 1
  }

  func add(thrown error: TracedValue, by closure: UInt64) { thrown[closure] = error }
}
