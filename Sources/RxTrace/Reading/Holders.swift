/// The links between the objects of a run, from the object that is held to its holder.
struct Holders {
  /// The object that ends when another one is disposed, by the disposed object.
  private(set) var ofLifetimes: [Int: Int] = [:]
  /// The objects that others deliver to, or that others are subscriptions of.
  private(set) var targetsOfEvents: Set<Int> = []

  mutating func add(_ target: Int, in role: TracedObject.Link.Role, of holder: Int) {
    switch role {
    case .lifetime: ofLifetimes[target] = holder
    case .delivery, .subscriber: targetsOfEvents.insert(target)
    case .owner, .other: break
    }
  }
}

extension Holders {
  init(_ trace: Trace) {
    for object in trace.objects {
      for link in object.links { add(link.target, in: link.role, of: object.id) }
    }
  }

  /// The holders, by the rows of the objects in the definitions of a recording.
  init(_ definitions: Definitions) {
    for row in 0..<definitions.objects.count {
      for link in definitions.links(of: row) { add(link.target, in: TracedObject.Link.Role(link.role), of: row) }
    }
  }
}
