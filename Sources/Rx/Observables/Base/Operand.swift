/// One input's part in what an operator combines.
///
/// Not the observer itself, because that would make a cycle: the sink holds its operands, and an observer its sink.
class Operand {
  // Only touched under the lock of the sink.
  @exclusivity(unchecked) final var isReady = false
  @exclusivity(unchecked) final var hasCompleted = false
}

/// An operand whose element type is known.
class TypedOperand<Element>: Operand {
  /// Keeps an element.
  /// - Parameter element: if it displaces an element, holds that one afterwards.
  func put(_ element: inout Element) { abstractMethod() }

  /// The element for the next combination; called only if the operand is ready.
  func next() -> Element { abstractMethod() }
}

/// Reads the elements of operands of different types one after another, for a closure over a parameter pack.
///
/// Not a tuple, whose type would be looked up for every event. The reader does not retain the operands, because the
/// sink holds them.
struct OperandReader {
  private let operands: UnsafeBufferPointer<Operand>
  private var index = 0

  init(_ operands: UnsafeBufferPointer<Operand>) {
    self.operands = operands
  }

  /// The element of the next operand, whose type must be this one.
  @inline(__always)
  mutating func next<Element>(_ type: Element.Type) -> Element {
    defer { index += 1 }
    return Unmanaged.passUnretained(operands[index])._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: TypedOperand<Element>.self).next()
    }
  }
}
