import TraceFormat

/// The root of the engine's classes: counted as a resource unless it is a scheduler, and known to recordings by a small
/// number.
///
/// One class rather than a protocol, so that a recording hook reaches what it needs by a fixed offset: naming a generic
/// type or its conformance there measured at half of what a record cost.
open class EngineObject {
  final let identity = TraceIdentity()

  init() {
    countAsResource(1)
  }

  /// For a stage of a pipeline, which a recording introduces as it is made, with what it holds: a subclass has set its
  /// own properties by then. Here, because a subclass that told of itself after `super.init` would retain itself for it.
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

  /// A scheduler is made once and kept, and each driver has one: counted, they would look like leaks.
  @inline(__always)
  private func countAsResource(_ change: Int) {
    #if DEBUG
      if role != .scheduler { Resources.count(change) }
    #endif
  }

  /// What the object is, for the line that introduces it in a trace.
  var role: ObjectRole { .other }

  /// What this object gives its events to; nil at the end of a pipeline.
  var nextStage: EngineObject? { nil }
}
