/// A stored property of a class or a structure, or an element of a tuple, from the Swift runtime's metadata.
struct StoredProperty {
  let name: String
  let type: Any.Type
  /// Bytes from the address of the object or the value. In a generic class, it depends on the generic arguments.
  let offset: Int
  /// False for a weak or an unowned reference.
  let isStrong: Bool
  /// Whether it is declared with `let`.
  let isConstant: Bool

  /// The properties in the order of their declarations; those of a class after its superclass's.
  static func all(of type: Any.Type) -> [StoredProperty] {
    (0..<runtimeCount(type)).compactMap { index in
      var facts = RuntimeFacts()
      let propertyType = runtimeProperty(type, index: index, facts: &facts)
      defer { facts.free?(facts.name) }
      guard let name = facts.name else { return nil }
      return StoredProperty(
        name: String(cString: name), type: propertyType, offset: runtimeOffset(type, index: index),
        isStrong: facts.isStrong, isConstant: !facts.isVar)
    }
  }
}

/// The runtime fills this in, so its layout must be the runtime's.
private struct RuntimeFacts {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

// The functions behind `Mirror`, which itself gives no offsets. They are part of the runtime's stable interface.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func runtimeCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func runtimeProperty(_ type: Any.Type, index: Int, facts: UnsafeMutablePointer<RuntimeFacts>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func runtimeOffset(_ type: Any.Type, index: Int) -> Int
