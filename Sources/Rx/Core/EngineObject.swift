import TraceFormat

/// The root of the engine's classes: counted as a resource unless it is a scheduler, and identified in recordings by a
/// small number.
///
/// A class rather than a protocol: "A class at the root" in content/beyond/speed.md.
open class EngineObject {
  /// The object's number in a recording.
  final let identity = DefinedNumber()

  init() {
    countAsResource(1)
  }

  /// Initializer for pipeline stages: announces the object to a running recording. A subclass has set its properties
  /// before it calls this, so reflection sees them; announcing here saves the subclass a retain of `self`.
  init(introducing _: Void) {
    countAsResource(1)
    Tracing.made(self)
  }

  deinit {
    countAsResource(-1)
    #if DEBUG
      LockOrder.willRelease(self)
    #endif
  }

  /// Schedulers are not counted, because they are made once and kept: each driver's scheduler would look like a leak.
  @inline(__always)
  private func countAsResource(_ change: Int) {
    #if DEBUG || TRACE_RESOURCES
      if role != .scheduler { Resources.count(change) }
    #endif
  }

  /// Facts about this class that tools need, such as why an operator's sink withholds elements.
  ///
  ///     final class EveryOtherSink<Element>: Sink<Element, Element> {
  ///       override class var traits: Traits { .withholds(.position) }
  ///
  ///       private var isWanted = false
  ///
  ///       override func on(next element: Element) {
  ///         isWanted.toggle()
  ///         if isWanted { forwardOn(next: element) }
  ///       }
  ///     }
  ///
  /// A subclass has the traits of its superclasses besides its own. They are read once in each recording, which holds
  /// them: `headwater why-not` says by them why an element went no further, and `headwater check` knows by them what is
  /// intended.
  open class var traits: Traits { [] }

  /// The calls that this class declares and leaves to its subclasses, which inherit the property as it is.
  class var abstractCalls: [RecordKind] { [] }

  /// The object's role, for the record that introduces it in a trace.
  var role: ObjectRole { .other }

  /// Whether a recording tells where the object was made.
  var isMadeAtPlace: Bool { false }

  /// The number of the place where the object was made, in the recording of its ``identity``; 0 if it is not known.
  var placeNumber: UInt32 {
    get { 0 }
    set {}
  }

  /// The object to which this one sends its events; nil at the end of a pipeline.
  var nextStage: EngineObject? { nil }
}
