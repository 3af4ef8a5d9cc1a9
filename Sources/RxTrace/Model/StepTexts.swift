/// The texts of a run's steps. Successive steps often share a value, because it goes from stage to stage.
///
/// The class is unchecked, because the steps are read on one thread, and nothing is added afterwards.
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

  /// The number of latest values that a new one is compared with.
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

  /// Compares bytes, because two strings of different Unicode scalars may be equal.
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
