import Synchronization
import TraceFormat

/// A class in one recording: the properties in which its objects hold others, and the number of its definition.
final class TracedClass: HashedEntry {
  let hash: UInt64
  let type: EngineObject.Type
  /// Properties that hold one object each, beginning with the topmost superclass.
  nonisolated(unsafe) let fields: UnsafeBufferPointer<ObjectField>
  let lists: [ObjectListField]

  private let newest = Atomic<Unmanaged<TypeDefinition>?>(nil)
  private let definitions = Lock<[TypeDefinition]>([])

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

  /// The definition of the class for objects that deliver to one in a certain property.
  ///
  /// Nearly all objects of a class have the same. Not retained, because definitions are released only with the class.
  /// - Parameters:
  ///   - delivery: the index of the property, or one after the last if no property holds the object; -1 for none.
  ///   - makeNumber: makes a number for a new definition.
  @inline(__always)
  func definition(delivery: Int, _ makeNumber: () -> UInt32) -> Unmanaged<TypeDefinition> {
    let known = newest.load(ordering: .acquiring)
    if let known, known._withUnsafeGuaranteedRef(\.delivery) == delivery { return known }
    return otherDefinition(delivery, makeNumber)
  }

  @inline(never)
  private func otherDefinition(_ delivery: Int, _ makeNumber: () -> UInt32) -> Unmanaged<TypeDefinition> {
    definitions.withLock { definitions in
      let found: TypeDefinition
      if let known = definitions.first(where: { $0.delivery == delivery }) {
        found = known
      } else {
        found = TypeDefinition(makeNumber(), delivery: delivery, text: text(delivery))
        definitions.append(found)
      }
      newest.store(Unmanaged.passUnretained(found), ordering: .releasing)
      return Unmanaged.passUnretained(found)
    }
  }

  /// The payload of ``RecordKind/defineType``.
  private func text(_ delivery: Int) -> String {
    var names = fields.map(\.name)
    if delivery >= names.count { names.append("") }
    let properties = names.enumerated().map { place, name in
      (place == delivery ? LinkRole.delivery : EngineFacts.role(ofProperty: name)).mark + name
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
