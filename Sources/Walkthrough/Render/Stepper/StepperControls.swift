/// The controls of a stepper. They are hidden until a script takes them over, which therefore needs no words of its
/// own.
struct StepperControls {
  let words: Wording

  var stage: HTML {
    """
    <div class="stage" data-status="\(words(.stepStatus))" hidden>
    <div class="stage-bar" role="group" aria-label="\(words(.stepControls))">
    \(button("first", .firstStep, "M5 4v12M15 4 8 10l7 6z"))
    \(button("back", .previousStep, "M13 4 6 10l7 6z"))
    \(button("play", .play, "M6 4l10 6-10 6z", "M6 4h3v12H6zM11 4h3v12h-3z", other: words(.pause)))
    \(button("forward", .nextStep, "M7 4l7 6-7 6z"))
    \(button("last", .lastStep, "M15 4v12M5 4l7 6-7 6z"))
    <span class="position" aria-hidden="true"></span>
    <progress aria-hidden="true" value="1" max="1"></progress>
    <button type="button" class="speed" title="\(words(.speed))" aria-label="\(words(.speed))">1×</button>
    <button type="button" class="keys" aria-pressed="true" title="\(words(.keysHint))">\
    <kbd>j</kbd> <kbd>k</kbd> <kbd>f</kbd><span class="visually-hidden">\(words(.keysHint))</span></button>
    \(button("full", .slides, "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4", other: words(.fullScreen), isOutline: true))
    \(button("leave", .leaveSlides, "M5 5l10 10M15 5 5 15", isOutline: true))
    </div>
    <div class="stage-head"></div>
    <div class="stage-bodies"></div>
    <p class="visually-hidden" aria-live="polite"></p>
    </div>
    """
  }

  private func button(
    _ name: String, _ word: Word, _ path: String, _ otherPath: String? = nil, other: String? = nil,
    isOutline: Bool = false
  ) -> HTML {
    let icon: HTML = otherPath.map { "<path class=\"other\" d=\"\($0)\"/>" } ?? ""
    let label: HTML = other.map { " data-other=\"\($0)\"" } ?? ""
    return """
      <button type="button" class="\(name)" title="\(words(word))" aria-label="\(words(word))"\(label)>\
      <svg viewBox="0 0 20 20" aria-hidden="true"\(isOutline ? " class=\"outline\"" as HTML : "")>\
      <path class="one" d="\(path)"/>\(icon)</svg></button>
      """
  }
}
