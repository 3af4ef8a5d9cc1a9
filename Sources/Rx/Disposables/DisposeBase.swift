import TraceFormat

/// The base of the engine's disposables.
public class DisposeBase: EngineObject {
  override init() {}

  final override var role: ObjectRole { .disposable }
}
