import RxTrace

/// What comes to the first stages of the pipelines that lines of the program subscribe to, before any stage drops it.
struct PipelineHeads<Site: Hashable> {
  /// For each observer that is subscribed its site.
  private var sites: [ObjectID: Site] = [:]
  private var stories: [Site: Story] = [:]
  /// The sites whose first stage is not known yet, by the observer of the first subscription.
  private var awaited: [ObjectID: Site] = [:]
  private var awaitedSources: Set<ObjectID> = []
  /// The sites, by the first stage of the first subscription.
  private var heads: [ObjectID: Site] = [:]

  private struct Story {
    var source: ObjectID
    var head: ObjectID?
    /// How many subscriptions the program had made whenever elements came, each number once.
    var arrivals: [Int] = []
    /// The call that brought the newest element to an observer, and that observer.
    var newest: (call: Int, observer: ObjectID)?
    /// Whether one element reached two observers.
    var isShared = false
  }

  func knows(_ observer: ObjectID) -> Bool { sites[observer] != nil }

  /// Notes that an observer of a site is being subscribed.
  /// - Parameter source: the sequence from which its pipeline gets elements.
  mutating func join(_ observer: ObjectID, _ site: Site, source: ObjectID) {
    sites[observer] = site
    guard stories[site] == nil else { return }
    stories[site] = Story(source: source)
    if awaited.isEmpty { awaitedSources.removeAll() }
    awaited[observer] = site
    awaitedSources.insert(source)
  }

  /// Notes that a stage is subscribed to a sequence.
  mutating func subscribe(_ stage: ObjectID, to source: ObjectID, _ run: Pipelines) {
    guard !awaited.isEmpty, run.has(.shares, source) || awaitedSources.contains(source),
      let site = awaited.removeValue(forKey: run.last(of: stage))
    else { return }
    heads[stage] = site
    stories[site]!.head = stage
  }

  mutating func leave(_ observer: ObjectID) {
    sites[observer] = nil
    awaited[observer] = nil
  }

  /// Forgets a site, because a subscription of it has ended.
  mutating func forget(_ site: Site) {
    if let head = stories.removeValue(forKey: site)?.head { heads[head] = nil }
  }

  /// - Parameter count: how many subscriptions the program has made.
  mutating func arrive(at object: ObjectID, _ count: Int, _ run: Pipelines) {
    if let site = heads[object], stories[site]?.arrivals.last != count { stories[site]?.arrivals.append(count) }
    guard let site = sites[object], let story = stories[site], !story.isShared else { return }
    // The call that gives the element to the source, or the outermost one.
    let call = run.around.last { $0.object == story.source && $0.kind == .on }?.number ?? run.root
    if let newest = story.newest, newest.call == call, newest.observer != object { stories[site]!.isShared = true }
    stories[site]!.newest = (call, object)
  }

  func arrivals(of site: Site) -> [Int] { stories[site]?.arrivals ?? [] }

  /// Whether one element reached two observers of a site.
  func haveShared(_ site: Site) -> Bool { stories[site]?.isShared ?? false }
}
