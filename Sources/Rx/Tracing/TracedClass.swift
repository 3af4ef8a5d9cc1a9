import Synchronization
import TraceFormat

/// A class in one recording: the properties in which its objects hold others, and the number of its definition.
final class TracedClass: HashedEntry {
  let hash: UInt64
  let type: EngineObject.Type
  /// Properties that hold one object each, beginning with the topmost superclass.
  nonisolated(unsafe) let fields: UnsafeBufferPointer<ObjectField>
  let lists: [ObjectListField]
  /// The superclasses' names with the calls that each leaves to its subclasses, nearest first: `Producer:4,Observable:3`.
  ///
  /// They have no generic arguments, and tell a reader without the source that a `MapSink` is a `Sink`.
  private let superclasses: String
  /// The words for the traits of the class and its superclasses.
  private let traits: String

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
    let lineage = Self.lineage(of: type)
    superclasses = lineage.dropFirst().map(Self.withAbstractCalls).joined(separator: ",")
    traits = lineage.reduce([] as EngineObject.Traits) { $0.adding($1.traits) }.words.joined(separator: ",")
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
      (place == delivery ? LinkRole.delivery : LinkRole(ofProperty: name)).mark + name
    }
    let lines = [String(describing: type), superclasses, properties.joined(separator: ","), traits]
    return lines.joined(separator: "\n")
  }

  /// The class and its superclasses, nearest first, without the root.
  private static func lineage(of type: EngineObject.Type) -> [EngineObject.Type] {
    var classes: [EngineObject.Type] = []
    var next: EngineObject.Type? = type
    while let current = next, current != EngineObject.self {
      classes.append(current)
      next = superclass(of: current)
    }
    return classes
  }

  private static func superclass(of type: EngineObject.Type) -> EngineObject.Type? {
    _getSuperclass(type) as? EngineObject.Type
  }

  /// `Producer:4`. A class that says nothing about such calls has those of its superclass, which are not repeated.
  private static func withAbstractCalls(_ type: EngineObject.Type) -> String {
    let calls = type.abstractCalls
    let isInherited = calls == superclass(of: type)?.abstractCalls
    return ([shortName(type)] + (isInherited ? [] : calls.map { "\($0.rawValue)" })).joined(separator: ":")
  }

  private static func shortName(_ type: AnyClass) -> String {
    String(String(describing: type).prefix { $0 != "<" })
  }
}

extension LinkRole {
  /// The role of a property's object for the object that has the property. ``delivery`` is not known by a name: the
  /// object itself tells its next stage.
  init(ofProperty name: String) {
    self =
      switch name {
      case "receiver": .subscriber
      case "cancel": .lifetime
      case "parent": .owner
      default: .other
      }
  }
}
