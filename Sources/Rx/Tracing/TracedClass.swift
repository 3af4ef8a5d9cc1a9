import Synchronization
import TraceFormat

/// A class in one recording: the properties in which its objects hold others, and the number of its definition.
final class TracedClass: HashedEntry {
  let hash: UInt64
  let type: EngineObject.Type
  /// Properties that hold one object each, beginning with the topmost superclass.
  nonisolated(unsafe) let fields: UnsafeBufferPointer<ObjectField>
  let lists: [ObjectListField]

  private let introduced = Atomic<UInt64>(0)
  private let met = Atomic<UInt64>(0)

  init(_ type: EngineObject.Type) {
    self.type = type
    hash = Self.hash(of: type)
    let properties = StoredProperty.all(of: type)
    // Not an array, because a loop over one retains its elements.
    let fields = properties.compactMap(ObjectField.init)
    let copy = UnsafeMutableBufferPointer<ObjectField>.allocate(capacity: fields.count)
    _ = copy.initialize(from: fields)
    self.fields = UnsafeBufferPointer(copy)
    lists = properties.compactMap(ObjectListField.init)
  }

  deinit {
    let fields = UnsafeMutableBufferPointer(mutating: fields)
    fields.deinitialize()
    fields.deallocate()
  }

  @inline(__always)
  static func hash(of type: EngineObject.Type) -> UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(type))) }

  /// The layout of the list of held objects in an object's definition.
  struct Shape: Equatable {
    /// Whether the properties are listed: they can be read safely only when the object has just been made.
    var hasFields: Bool
    /// The index of the object to which it sends its events: a property's, or one after the last; -1 for none.
    var delivery: Int
  }

  /// The number of the definition of the class with this shape; `define` writes the definition and returns its number.
  ///
  /// Nearly all objects of a class have the same shape. For an object with another one, a new definition is written.
  @inline(__always)
  func number(_ shape: Shape, define: (String) -> UInt32) -> UInt32 {
    let known = shape.hasFields ? introduced.load(ordering: .acquiring) : met.load(ordering: .acquiring)
    if _fastPath(known != 0 && Int(truncatingIfNeeded: known & 0xFFFF) == shape.delivery + 1) {
      return UInt32(truncatingIfNeeded: known >> 32)
    }
    let number = define(text(shape))
    let word = UInt64(number) << 32 | UInt64(UInt16(truncatingIfNeeded: shape.delivery + 1))
    // Stored with release, so that a thread which reads the number writes its records after the definition.
    if shape.hasFields { introduced.store(word, ordering: .releasing) } else { met.store(word, ordering: .releasing) }
    return number
  }

  /// The payload of ``RecordKind/defineType``.
  private func text(_ shape: Shape) -> String {
    var names = shape.hasFields ? fields.map(\.name) : []
    if shape.delivery >= names.count { names.append("") }
    let properties = names.enumerated().map { place, name in
      (place == shape.delivery ? LinkRole.delivery : EngineFacts.role(ofProperty: name)).mark + name
    }
    let ancestors = superclasses
    let traits = ([shortName(type)] + ancestors).compactMap { EngineFacts.traits[$0] }
    let lines = [ancestors.map(withAbstractCalls), properties, traits].map { $0.joined(separator: ",") }
    return ([_typeName(type, qualified: false)] + lines).joined(separator: "\n")
  }

  /// `Producer:4`
  private func withAbstractCalls(_ name: String) -> String {
    ([name] + (EngineFacts.abstractCalls[name] ?? []).map { "\($0.rawValue)" }).joined(separator: ":")
  }

  private func shortName(_ type: AnyClass) -> String { String(_typeName(type, qualified: false).prefix { $0 != "<" }) }

  /// Names without generic arguments, nearest first, to tell a reader without the source that a `MapSink` is a `Sink`.
  private var superclasses: [String] {
    var names: [String] = []
    var superclass: AnyClass? = _getSuperclass(type)
    while let current = superclass, current != EngineObject.self {
      names.append(shortName(current))
      superclass = _getSuperclass(current)
    }
    return names
  }
}
