extension ShownText {
  /// A time in the unit that suits it: `12 µs`, `3.4 ms`, `15 s`.
  package static func duration(_ nanoseconds: UInt64) -> String {
    let units: [(name: String, size: UInt64)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1000), ("ns", 1),
    ]
    let unit = units.first { nanoseconds >= $0.size } ?? units[3]
    let tenths = nanoseconds / (unit.size / 10 + (unit.size == 1 ? 1 : 0))
    guard unit.size > 1, tenths < 1000, tenths % 10 > 0 else { return "\(nanoseconds / unit.size) \(unit.name)" }
    return "\(tenths / 10).\(tenths % 10) \(unit.name)"
  }
}
