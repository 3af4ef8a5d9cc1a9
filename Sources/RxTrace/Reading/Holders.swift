/// The links of all objects of a recording, the other way round, by their rows in its definitions.
struct Holders {
  /// By object the one that ends when it is disposed.
  private(set) var ofLifetimes: [UInt32: UInt32] = [:]
  /// The objects to which others deliver, or of which others are subscriptions.
  private(set) var targetsOfEvents: Set<UInt32> = []

  init(_ definitions: Definitions) {
    for row in 0..<definitions.objects.count {
      for link in definitions.links(of: row) {
        let target = UInt32(truncatingIfNeeded: link.target)
        switch link.role {
        case .lifetime: ofLifetimes[target] = UInt32(truncatingIfNeeded: row)
        case .delivery, .subscriber: targetsOfEvents.insert(target)
        case .owner, .other: break
        }
      }
    }
  }
}
