import RxTrace

/// The key `engine=debug`, for claims that hold only with a debug build of the engine, which has additional checks. A
/// build with a release engine shows such a block as it was written, and says that nothing checked it.
extension Directive {
  /// The block on the page: checked and rendered, or as it was written.
  func rendered() throws(Problem) -> HTML {
    guard try block.info.needsDebugEngine(), !context.site.pipelines.hasDebugEngine else { return try render() }
    let lines = block.body.lines.map(\.text).joined(separator: "\n")
    let text: HTML = lines.isEmpty ? "" : "\n<pre class=\"code\" tabindex=\"0\"><code>\(lines)\n</code></pre>"
    return """
      <figure class="not-checked" id="\(context.numbered(Self.name))">
      <figcaption>\(context.words(.notCheckedHere))</figcaption>\(text)
      </figure>
      """
  }
}

extension FenceInfo {
  /// Whether the block's claim is checked only where the engine is a debug build.
  /// - Throws: ``Problem`` for a value of `engine` other than `debug`.
  func needsDebugEngine() throws(Problem) -> Bool {
    guard let engine = attribute("engine") else { return false }
    guard engine.value == "debug" else {
      throw Problem(engine.valuePlace, "`engine` is left out or `debug`, not `\(engine.value)`")
    }
    return true
  }
}
