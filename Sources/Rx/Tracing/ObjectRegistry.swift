import Foundation
import Synchronization
import TraceFormat

/// Numbers the objects of one recording, and writes what each is, what it holds, and where it was made.
///
/// An object stores its number itself (``TraceIdentity``) and nothing else is kept for it: the memory of a recording
/// grows with the program's classes and places, not with its objects.
final class ObjectRegistry: Sendable {
  let generation: UInt32
  private let writer: RecordWriter
  private let lastObject = Atomic<UInt32>(0)
  /// The numbers of types and places, which are counted together.
  private let numbers = NumberSource()
  private let classes = GrowingTable<TracedClass>()
  private let places: PlaceTable

  init(generation: UInt32, writer: RecordWriter, images: ImageTable) {
    self.generation = generation
    self.writer = writer
    places = PlaceTable(writer: writer, numbers: numbers, images: images)
  }

  @inline(__always)
  func number(of object: EngineObject) -> UInt32 { object.identity.number(of: object, in: self) }

  /// A number for an object that has none yet.
  func newNumber() -> UInt32 { lastObject.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Defines an object made before the recording, without the objects it holds: another thread may be changing those.
  func define(_ object: EngineObject, _ number: UInt32) {
    let error = errno
    defer { errno = error }
    let target = object.nextStage.map { self.number(of: $0).littleEndian }
    let shape = TracedClass.Shape(hasFields: false, delivery: target == nil ? -1 : 0)
    let type = withClass(of: object) { typeNumber(of: $0, shape) }
    withUnsafeBytes(of: target ?? 0) {
      define(object, number, type, UnsafeRawBufferPointer(rebasing: $0.prefix(target == nil ? 0 : 4)))
    }
  }

  /// Defines an object that has just been made: what it is, what it holds and where it was made.
  func introduce(_ object: EngineObject) {
    withClass(of: object) { known in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: known.fields.count + 1) { targets in
        let delivery = take(what: object, holds: known.fields, targets)
        let type = typeNumber(of: known, TracedClass.Shape(hasFields: true, delivery: delivery))
        introduce(object, type, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(targets).withoutLastZeros))
      }
      for list in known.lists {
        for held in list.values(in: object) { link(number(of: object), list.name, held) }
      }
    }
  }

  /// Stores the numbers of the objects that `object` holds in `targets`.
  /// - Returns: the index in `targets` of the object that it delivers to; -1 for none.
  @inline(__always)
  private func take(
    what object: EngineObject, holds fields: UnsafeBufferPointer<ObjectField>,
    _ targets: UnsafeMutableBufferPointer<UInt32>
  ) -> Int {
    let next = object.nextStage
    var delivery = -1
    for index in fields.indices {
      targets[index] = 0
      fields[index].withValue(in: object) { held in
        targets[index] = number(of: held).littleEndian
        if delivery < 0, held === next { delivery = index }
      }
    }
    targets[fields.count] = 0
    if delivery < 0, let next {
      delivery = fields.count
      targets[delivery] = number(of: next).littleEndian
    }
    return delivery
  }

  @inline(__always)
  private func introduce(_ object: EngineObject, _ type: UInt32, _ targets: UnsafeRawBufferPointer) {
    let number = newNumber()
    guard object.identity.take(number, in: self) else { return }
    let isStage = object.role == .observable || object.role == .subject
    define(object, number, isStage ? places.number(ofType: type) : type, targets)
  }

  /// Writes the definition. Every use of a pipeline begins with one, so this is when the file takes its name.
  @inline(__always)
  private func define(_ object: EngineObject, _ number: UInt32, _ place: UInt32, _ targets: UnsafeRawBufferPointer) {
    writer.file.publish()
    writer.define(RecordHead(defining: object.role), object: number, site: place, targets)
  }

  /// Writes that one object holds another, or belongs to it.
  func link(_ number: UInt32, _ name: String, _ other: EngineObject) {
    writer.define(
      RecordHead(linking: EngineFacts.role(ofProperty: name)), object: number, site: self.number(of: other), name)
  }

  @inline(__always)
  private func withClass<Result>(of object: EngineObject, _ body: (TracedClass) -> Result) -> Result {
    let type = type(of: object)
    let known = classes.entry(TracedClass.hash(of: type)) { $0.type == type } ?? newClass(type)
    return known._withUnsafeGuaranteedRef(body)
  }

  @inline(never)
  private func newClass(_ type: EngineObject.Type) -> Unmanaged<TracedClass> {
    classes.add(TracedClass(type)) { $0.type == type }
  }

  @inline(__always)
  private func typeNumber(of known: TracedClass, _ shape: TracedClass.Shape) -> UInt32 {
    known.number(shape) { text in
      let number = numbers.next()
      writer.define(RecordHead(.defineType, .none), object: number, text)
      return number
    }
  }
}
