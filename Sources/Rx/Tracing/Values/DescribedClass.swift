import Foundation

/// A class whose objects are values of events: whether they describe themselves.
///
/// An object that does not is described by the name of its class, which `String(describing:)` finds anew each time, in
/// about a microsecond.
final class DescribedClass: HashedEntry {
  let hash: UInt64
  private let type: AnyClass
  /// The description of all objects; nil if they describe themselves.
  private let name: String?

  private static let known = GrowingTable<DescribedClass>()

  private init(_ type: AnyClass) {
    self.type = type
    hash = Self.hash(of: type)
    name = ValueShape.isDescribed(type) ? nil : ValueDescription.withoutAddresses(String(reflecting: type))
  }

  private static func hash(of type: AnyClass) -> UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(type))) }

  /// The name that describes an object; nil if the object describes itself.
  static func name(of object: AnyObject) -> String? {
    let type: AnyClass = Swift.type(of: object)
    let found =
      known.entry(hash(of: type)) { $0.type == type } ?? known.add(DescribedClass(type)) { $0.type == type }
    return found._withUnsafeGuaranteedRef(\.name)
  }
}
