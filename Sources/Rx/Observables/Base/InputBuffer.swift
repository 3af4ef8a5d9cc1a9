/// Keeps the elements of one input until the operator combines them.
///
/// Not the observer itself, because that would make a cycle: the sink holds its buffers, and an observer its sink.
@usableFromInline
class InputBuffer {
  // Only touched under the lock of the sink.
  @exclusivity(unchecked) final var isReady = false
  @exclusivity(unchecked) final var hasCompleted = false
}

/// A buffer whose element type is known. Not final, so that it can be made from a kept type.
@usableFromInline
class TypedInputBuffer<Element>: InputBuffer {
  private final let isQueue: Bool
  @exclusivity(unchecked) private final var elements = ElementQueue<Element>()

  /// - Parameter isQueue: whether each element is combined once; otherwise the latest element is, again and again.
  required init(isQueue: Bool) {
    self.isQueue = isQueue
  }

  /// Keeps an element.
  /// - Parameter element: if it displaces an element, holds that one afterwards.
  final func put(_ element: inout Element) {
    if isQueue || elements.isEmpty { elements.append(element) } else { elements.rotate(&element) }
  }

  /// The element for the next combination; called only if the buffer is ready.
  @usableFromInline
  final func next() -> Element {
    guard isQueue else { return elements.first }
    let element = elements.removeFirst()
    isReady = !elements.isEmpty
    return element
  }
}

/// Reads the elements of buffers of different types one after another, for a closure over a parameter pack.
///
/// Not a tuple, whose type would be looked up for every event. The reader does not retain the buffers, because the
/// sink holds them.
@usableFromInline
struct InputBufferReader {
  @usableFromInline let buffers: UnsafeBufferPointer<InputBuffer>
  @usableFromInline var index = 0

  @inlinable
  init(_ buffers: UnsafeBufferPointer<InputBuffer>) {
    self.buffers = buffers
  }

  /// The element of the next buffer, whose type must be this one.
  @inlinable
  @inline(__always)
  mutating func next<Element>(_ type: Element.Type) -> Element {
    defer { index += 1 }
    return Unmanaged.passUnretained(buffers[index])._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: TypedInputBuffer<Element>.self).next()
    }
  }
}
