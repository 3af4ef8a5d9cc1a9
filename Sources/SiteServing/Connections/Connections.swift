import NIOCore

/// The connections that are open. Used on the event loop only.
final class Connections {
  let limits: ServingLimits
  private var all: [ObjectIdentifier: ConnectionGuard] = [:]
  /// Connections whose client waits for the next build.
  private(set) var waits = 0

  init(_ limits: ServingLimits) { self.limits = limits }

  /// Connections that are told that they are too many, and may still be open.
  private static let mostTurnedAway = 16

  /// Takes a connection in. When there are too many, the one that has been without a whole request for the longest time
  /// is closed, because a browser that is really there sends its request at once.
  /// - Returns: false when every connection is being answered, and the new one has to be turned away.
  func add(_ connection: ConnectionGuard) -> Bool {
    defer { all[ObjectIdentifier(connection)] = connection }
    let admitted = all.values.filter { !$0.isTurnedAway }
    guard admitted.count >= limits.connections else { return true }
    if let oldest = admitted.filter(\.isDispensable).min(by: { $0.since < $1.since }) {
      oldest.close()
      return true
    }
    let turnedAway = all.values.filter(\.isTurnedAway)
    if turnedAway.count >= Self.mostTurnedAway { turnedAway.min { $0.since < $1.since }?.close() }
    return false
  }

  func remove(_ connection: ConnectionGuard) { all[ObjectIdentifier(connection)] = nil }

  /// Closes the connections whose time is up.
  func check() {
    let now = NIODeadline.now()
    for connection in all.values { connection.check(now) }
  }

  func closeAll() {
    for connection in all.values { connection.close() }
  }

  /// - Returns: false when too many wait already.
  func beginWait() -> Bool {
    guard waits < limits.waits else { return false }
    waits += 1
    return true
  }

  func endWait() { waits -= 1 }
}
