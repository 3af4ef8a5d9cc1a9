/// One input's part in what an operator combines.
///
/// Apart from the observer that fills it: the sink holds this, the observer holds the sink, and no cycle comes of it.
class Operand {
  // Only touched under the lock of the sink.
  @exclusivity(unchecked) final var isReady = false
  @exclusivity(unchecked) final var hasCompleted = false
}

/// The elements of one input that wait to be combined.
class TypedOperand<Element>: Operand {
  /// Keeps an element.
  /// - Parameter element: is the one that was kept before, if it took the place of one.
  func put(_ element: inout Element) { abstractMethod() }

  /// The element for the next combination; asked only of an operand that is ready.
  func next() -> Element { abstractMethod() }
}

/// Gives the elements of operands of different types one after another, for a closure over a parameter pack.
///
/// A pack that is captured as a tuple would have the runtime look up the tuple's type for every event: `combineLatest`
/// of two took four times as long. The sink keeps the operands; retaining each of them to ask it would cost as much as the
/// rest of a combination.
struct OperandReader {
  private let operands: UnsafeBufferPointer<Operand>
  private var index = 0

  init(_ operands: UnsafeBufferPointer<Operand>) {
    self.operands = operands
  }

  /// The element of the next operand, whose type is known to be this one.
  @inline(__always)
  mutating func next<Element>(_ type: Element.Type) -> Element {
    defer { index += 1 }
    return Unmanaged.passUnretained(operands[index])._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: TypedOperand<Element>.self).next()
    }
  }
}
