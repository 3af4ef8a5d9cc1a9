import Synchronization
import TraceFormat

/// The base of the engine's disposables: counted as resources, known to recordings.
public class DisposeBase {
  let identity = TraceIdentity()

  init() {
    Resources.count(1)
  }

  deinit { Resources.count(-1) }
}

extension DisposeBase: Traced {
  final var traceRole: ObjectRole { .disposable }

  final func traceNumber(in recorder: Recorder) -> UInt32 { identity.number(of: self, in: recorder) }

  @inline(__always)
  final var identityWord: UInt64 { identity.word }
}
