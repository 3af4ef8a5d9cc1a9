/// Stores one part of a value, which lies at an offset in the memory of the whole.
///
/// A type's parts are found once (``ValueShape``). Storing a value then takes one virtual call for each part, and for all
/// neighbouring numbers together.
class ValuePart {
  final let offset: Int

  init(at offset: Int) { self.offset = offset }

  /// Appends the part to `bytes`. Once they are full, nothing more is appended.
  func store(_ whole: UnsafeRawPointer, in bytes: ValueBytes) { fatalError("a subclass stores its part") }
}
