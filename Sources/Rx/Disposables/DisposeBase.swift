import TraceFormat

/// The base of the engine's disposables.
public class DisposeBase: EngineObject {
  override init() { super.init() }

  final override var role: ObjectRole { .disposable }
}
