/// A stored property that holds an array of engine objects.
struct ObjectListField: Sendable {
  let name: String
  private let read: @Sendable (UnsafeRawPointer) -> [EngineObject]

  /// Nil for a property that is not an array of references or class-bound existentials.
  init?(_ property: StoredProperty) {
    guard let type = property.type as? any ArrayType.Type else { return nil }
    let element = type.elementType
    if let element = element as? AnyClass {
      guard ObjectField.isEngineObject(element) else { return nil }
    } else {
      guard TypeKind(element) == .existential, TypeKind.isClassBound(element) else { return nil }
    }
    name = property.name
    let offset = property.offset
    read = { type.objects(at: $0 + offset) }
  }

  func values(in object: EngineObject) -> [EngineObject] {
    read(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
  }
}

private protocol ArrayType: Sendable {
  static var elementType: Any.Type { get }
  static func objects(at address: UnsafeRawPointer) -> [EngineObject]
}

extension Array: ArrayType {
  static var elementType: Any.Type { Element.self }

  static func objects(at address: UnsafeRawPointer) -> [EngineObject] {
    address.assumingMemoryBound(to: [Element].self).pointee.compactMap { $0 as? EngineObject }
  }
}
