/// A stored property that may hold an engine object, and the way to read it.
///
/// The way is found once for each class; after that, the property is read at its offset. Only a weak or an unowned
/// reference, which has no fixed layout, is read through a `Mirror` each time.
struct ObjectField: Sendable {
  let name: String
  /// Whether the property can be read at any time: it never changes, and holds a reference or nil.
  let isConstant: Bool
  private let kind: Reading
  private let offset: Int
  /// For ``Reading/value``.
  private let read: (@Sendable (UnsafeRawPointer) -> EngineObject?)?

  private enum Reading: Sendable {
    /// A reference to an engine object, or nil.
    case reference
    /// An existential of a class-bound protocol: it begins with a reference to an object of any class, or nil.
    case anyReference
    /// Any other existential, which is cast.
    case value
    case reflected
  }

  /// Nil for a property that can never hold an engine object.
  init?(_ property: StoredProperty) {
    guard let kind = Self.reading(of: property) else { return nil }
    self.kind = kind
    name = property.name
    isConstant = property.isConstant && (kind == .reference || kind == .anyReference)
    offset = property.offset
    read = kind == .value ? Self.reader(of: property.type) : nil
  }

  private static func reading(of property: StoredProperty) -> Reading? {
    var type = property.type
    if case .optional(let wrapped) = TypeKind(type) { type = wrapped }
    if let type = type as? AnyClass {
      guard isEngineObject(type) else { return nil }
      return property.isStrong ? .reference : .reflected
    }
    switch TypeKind(type) {
    case .existential:
      guard property.isStrong else { return .reflected }
      return TypeKind.isClassBound(type) ? .anyReference : .value
    case .otherExistential: return .value
    default: return nil
    }
  }

  static func isEngineObject(_ type: AnyClass) -> Bool {
    var ancestor: AnyClass? = type
    while let current = ancestor, current != EngineObject.self { ancestor = _getSuperclass(current) }
    return ancestor != nil
  }

  private static func reader(of type: Any.Type) -> @Sendable (UnsafeRawPointer) -> EngineObject? {
    func reader<Value>(_ type: Value.Type) -> @Sendable (UnsafeRawPointer) -> EngineObject? {
      { $0.assumingMemoryBound(to: Value.self).pointee as? EngineObject }
    }
    return _openExistential(type, do: reader)
  }

  /// Calls `body` with the engine object that the property of `object` holds, if any.
  ///
  /// Unless the property is constant, `object` must have just been made, so that no other thread changes it. Nothing is
  /// retained.
  @inline(__always)
  func withValue(in object: EngineObject, _ body: (EngineObject) -> Void) {
    let place = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset
    switch kind {
    case .reference:
      guard let held = place.load(as: UnsafeRawPointer?.self) else { return }
      Unmanaged<EngineObject>.fromOpaque(held)._withUnsafeGuaranteedRef(body)
    case .anyReference:
      guard let held = place.load(as: UnsafeRawPointer?.self) else { return }
      Unmanaged<AnyObject>.fromOpaque(held)._withUnsafeGuaranteedRef { held in
        if let held = held as? EngineObject { body(held) }
      }
    case .value: if let held = read?(place) { body(held) }
    case .reflected: if let held = reflectedValue(in: object) { body(held) }
    }
  }

  private func reflectedValue(in object: EngineObject) -> EngineObject? {
    var level: Mirror? = Mirror(reflecting: object)
    while let mirror = level {
      if let child = mirror.children.first(where: { $0.label == name }) { return child.value as? EngineObject }
      level = mirror.superclassMirror
    }
    return nil
  }
}
