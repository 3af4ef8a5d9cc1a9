import Foundation

/// Numbers the objects of the program that are values of events, so that a reader can tell whether two are the same.
///
/// An address is not enough, because an object that was freed leaves its address to another one. So each number goes with a
/// weak reference: as long as that leads to the object, no other object has the address.
final class InstanceTable: Sendable {
  private let state = Lock(State())

  /// Objects beyond this number have no identity as long as so many others live.
  private static let most = 1 << 16

  private struct State: @unchecked Sendable {
    var known: [ObjectIdentifier: Entry] = [:]
    var last: UInt32 = 0
    /// The number of entries at which those of freed objects are removed.
    var limit = 1 << 8
  }

  private struct Entry {
    weak var object: AnyObject?
    let number: UInt32
  }

  /// The object's number, from 1; 0 if it has none.
  func number(of object: AnyObject) -> UInt32 {
    #if canImport(ObjectiveC)
      // A weak reference to an object that is being freed would end the program.
      if object is NSObject { return 0 }
    #endif
    // An object that is loaded from a weak reference may lose its last other owner meanwhile. Then it is freed here, after the
    // lock, because that is code of the program.
    var loaded: [AnyObject] = []
    defer { extendLifetime(loaded) }
    return state.withLock { state in
      // An object that has the address of another one cannot be loaded here, because that one is gone.
      if let entry = state.known[ObjectIdentifier(object)], entry.object === object { return entry.number }
      if state.known.count >= state.limit { Self.removeFreed(&state, &loaded) }
      guard state.known.count < Self.most, state.last < .max else { return 0 }
      state.last += 1
      state.known[ObjectIdentifier(object)] = Entry(object: object, number: state.last)
      return state.last
    }
  }

  private static func removeFreed(_ state: inout State, _ loaded: inout [AnyObject]) {
    state.known = state.known.filter { _, entry in
      guard let object = entry.object else { return false }
      loaded.append(object)
      return true
    }
    state.limit = max(1 << 8, min(2 * state.known.count, most))
  }
}
