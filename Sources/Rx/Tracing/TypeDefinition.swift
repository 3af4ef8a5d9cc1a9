import Synchronization
import TraceFormat

/// The definition of a class in a recording: its name, its facts, and the properties in which its objects hold others.
final class TypeDefinition: Sendable {
  let number: UInt32
  /// The index of the property that holds the object to which events are sent, or one after the last; -1 for none.
  let delivery: Int
  private let text: String
  private let definition = DefinedNumber()

  init(_ number: UInt32, delivery: Int, text: String) {
    (self.number, self.delivery, self.text) = (number, delivery, text)
  }

  /// Writes the definition, unless the segment has it.
  @inline(__always)
  func define(_ writer: RecordWriter, in segment: Segment) {
    if definition.number(definedIn: segment) == nil { write(writer, segment) }
  }

  @inline(never)
  private func write(_ writer: RecordWriter, _ segment: Segment) {
    if writer.define(RecordHead(.defineType, .none), object: number, text, in: segment) {
      definition.define(number, in: segment)
    }
  }
}
