import Foundation
import TraceFormat

/// Numbers the objects of one recording, and writes what each is, what it holds, and where it was made.
///
/// An object stores its number itself (``EngineObject/identity``), and a stage the number of the place where it was made.
/// Nothing else is kept for it: the memory of a recording grows with the program's classes and places, not with its objects.
final class ObjectRegistry: Sendable {
  /// That of the recording's file.
  private let firstEpoch: UInt32
  private let writer: RecordWriter
  private let objects: ObjectNumbers
  /// The numbers of types and places, which are counted together.
  private let numbers = NumberSource()
  private let classes = GrowingTable<TracedClass>()
  private let places: PlaceTable

  init(writer: RecordWriter, images: ImageTable) {
    self.writer = writer
    firstEpoch = writer.file.firstEpoch
    objects = ObjectNumbers(slotsOfSegment: writer.file.layout.size / TraceFormat.slotSize)
    places = PlaceTable(numbers: numbers, images: images)
  }

  /// The number of an object, which is defined in the segment.
  @inline(__always)
  func number(of object: EngineObject, in segment: Segment) -> UInt32 {
    object.identity.number(definedIn: segment) ?? define(object, segment)
  }

  /// Defines an object that has just been made, with all that it holds.
  /// - Returns: whether everything was written.
  func introduce(_ object: EngineObject, in segment: Segment) -> Bool {
    guard object.identity.number(definedIn: segment) == nil else { return true }
    return withClass(of: object) { known in
      define(object, known, isNew: true, segment) { field, held in
        field.withValue(in: object) { held = number(of: $0, in: segment) }
      }
      for list in known.lists {
        for held in list.values(in: object) { guard link(object, list.name, held, in: segment) else { return false } }
      }
      return object.identity.number(definedIn: segment) != nil
    }
  }

  /// Writes that one object holds another, or belongs to it.
  /// - Returns: whether it was written.
  func link(_ object: EngineObject, _ name: String, _ other: EngineObject, in segment: Segment) -> Bool {
    let (holder, held) = (number(of: object, in: segment), number(of: other, in: segment))
    let head = RecordHead(linking: LinkRole(ofProperty: name))
    return writer.define(head, object: holder, site: held, name, in: segment)
  }

  /// Defines an object that was made earlier, and first those to which its events go.
  ///
  /// Another thread may be changing what it holds, so only constant properties are read. What they hold is not defined in the
  /// segment, unless it never was: that would define whole pipelines because of one record.
  @inline(never)
  private func define(_ object: EngineObject, _ segment: Segment) -> UInt32 {
    let error = errno
    defer { errno = error }
    var stages = [object]
    while let next = stages.last?.nextStage, next.identity.number(definedIn: segment) == nil { stages.append(next) }
    for stage in stages.reversed() {
      withClass(of: stage) { known in
        define(stage, known, isNew: false, segment) { field, held in
          if field.isConstant { field.withValue(in: stage) { held = knownNumber(of: $0, segment) } }
        }
      }
    }
    return number(of: object, segment)
  }

  private func knownNumber(of object: EngineObject, _ segment: Segment) -> UInt32 {
    guard let known = object.identity.known(since: firstEpoch), !objects.isOutworn(known, in: segment) else {
      return number(of: object, in: segment)
    }
    return known.number
  }

  /// The number that an object has in any segment, whether it is defined in this one or not.
  private func number(of object: EngineObject, _ segment: Segment) -> UInt32 {
    object.identity.number(
      since: firstEpoch, in: segment, isOutworn: { objects.isOutworn($0, in: segment) },
      make: { isFirst in
        if isFirst { object.placeNumber = 0 }
        return objects.next()
      })
  }

  /// - Parameter findHeld: sets the number of the object that a property holds.
  @inline(__always)
  private func define(
    _ object: EngineObject, _ known: TracedClass, isNew: Bool, _ segment: Segment,
    _ findHeld: (ObjectField, inout UInt32) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: known.fields.count + 1) { targets in
      for index in known.fields.indices {
        targets[index] = 0
        findHeld(known.fields[index], &targets[index])
      }
      targets[known.fields.count] = 0
      let delivery = put(object.nextStage, of: object, known, in: targets, segment)
      let type = known.definition(delivery: delivery, numbers.next)
      type._withUnsafeGuaranteedRef { $0.define(writer, in: segment) }
      let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(targets).withoutLastZeros)
      write(object, type._withUnsafeGuaranteedRef(\.number), isNew: isNew, bytes, segment)
    }
  }

  /// Puts the number of the object to which events are sent among those of the held objects.
  /// - Returns: its index; -1 if there is none.
  @inline(__always)
  private func put(
    _ next: EngineObject?, of object: EngineObject, _ known: TracedClass,
    in targets: UnsafeMutableBufferPointer<UInt32>, _ segment: Segment
  ) -> Int {
    guard let next else { return -1 }
    let number = number(of: next, in: segment)
    let index = targets.dropLast().firstIndex(of: number) ?? known.fields.count
    targets[index] = number
    return index
  }

  /// Writes the definition. Every use of a pipeline begins with one, so this is when the file takes its name.
  @inline(__always)
  private func write(
    _ object: EngineObject, _ type: UInt32, isNew: Bool, _ targets: UnsafeRawBufferPointer, _ segment: Segment
  ) {
    writer.file.publish()
    let number = number(of: object, segment)
    let place = object.isMadeAtPlace ? place(of: object, type, isNew: isNew, segment) : type
    if writer.define(RecordHead(defining: object.role), object: number, site: place, targets, in: segment) {
      object.identity.define(number, in: segment)
    }
  }

  /// The number of the place where an object is being made, or was made; that of its type if it is not known.
  private func place(of object: EngineObject, _ type: UInt32, isNew: Bool, _ segment: Segment) -> UInt32 {
    let known = object.placeNumber
    guard known == 0 else { return places.define(known, ofType: type, in: segment) ? known : type }
    guard isNew, let place = places.number(ofType: type, in: segment) else { return type }
    object.placeNumber = place
    return place
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
}
