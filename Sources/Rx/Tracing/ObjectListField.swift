/// A stored property that holds an array of engine objects.
struct ObjectListField: Sendable {
  let name: String
  private let read: @Sendable (UnsafeRawPointer) -> [EngineObject]

  /// Nil for a property that is not an array of references or class-bound existentials.
  init?(_ property: StoredProperty) {
    guard case .array(let element) = TypeKind(property.type) else { return nil }
    if let element = element as? AnyClass {
      guard ObjectField.isEngineObject(element) else { return nil }
    } else {
      guard case .existential = TypeKind(element), TypeKind.isClassBound(element) else { return nil }
    }
    name = property.name
    read = Self.reader(of: element, at: property.offset)
  }

  private static func reader(
    of element: Any.Type, at offset: Int
  ) -> @Sendable (UnsafeRawPointer) -> [EngineObject] {
    // An array of references has the same form for each class.
    if element is AnyClass { return { ($0 + offset).load(as: [EngineObject].self) } }
    func reader<Element>(_ type: Element.Type) -> @Sendable (UnsafeRawPointer) -> [EngineObject] {
      { ($0 + offset).assumingMemoryBound(to: [Element].self).pointee.compactMap { $0 as? EngineObject } }
    }
    return _openExistential(element, do: reader)
  }

  func values(in object: EngineObject) -> [EngineObject] {
    read(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()))
  }
}
