/// The parts of a stepper that only a script needs, in one template for all steppers of a page, so that the script
/// needs no words of its own.
struct StepperControls {
  let words: Wording

  /// The mark of a part of a page that contains a stepper.
  static let mark: HTML = "<!--stepper-->"

  /// A page whose parts are complete, without marks and with the template if there was a mark.
  static func added(to page: HTML, words: Wording) -> HTML {
    let (rest, hasStepper) = page.removing(mark)
    return hasStepper ? rest + StepperControls(words: words).template : rest
  }

  private var template: HTML {
    """

    <template id="stepper">
    <a class="skip-stepper" href="">\(words(.skipStepper))</a>
    <div class="stage" data-status="\(words(.stepStatus))" data-inside="\(words(.insideStep))">
    <div class="stage-bar" role="group" aria-label="\(words(.stepControls))">
    \(button("first", .firstStep, "M5 4v12M15 4 8 10l7 6z"))
    \(button("back", .previousStep, "M13 4 6 10l7 6z"))
    \(button("play", .play, "M6 4l10 6-10 6z", "M6 4h3v12H6zM11 4h3v12h-3z", other: words(.pause)))
    \(button("forward", .nextStep, "M7 4l7 6-7 6z"))
    \(button("last", .lastStep, "M15 4v12M5 4l7 6-7 6z"))
    <span class="position" aria-hidden="true"></span>
    <input type="range" class="progress" min="1" max="1" value="1" aria-label="\(words(.progress))">
    <button type="button" class="speed" title="\(words(.speed))">\(words(.speed)) <span>1×</span></button>
    <button type="button" class="keys" aria-pressed="true" title="\(words(.keysHint))">\(words(.keys)) \
    <kbd>j</kbd> <kbd>k</kbd> <kbd>f</kbd><span class="visually-hidden">\(words(.keysHint))</span></button>
    \(button("full", .slides, "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4", other: words(.fullScreen), isOutline: true))
    \(button("leave", .leaveSlides, "M5 5l10 10M15 5 5 15", isOutline: true))
    </div>
    <div class="stage-head"></div>
    <div class="stage-bodies"></div>
    <div class="views">
    <button type="button" aria-pressed="true">\(words(.viewCode))</button>
    <button type="button" aria-pressed="false">\(words(.viewObjects))</button>
    </div>
    <div class="panes">
    \(pane("program", .yourProgram))
    \(pane("engine", .theEngine))
    </div>
    \(legend)
    <p class="visually-hidden" aria-live="polite"></p>
    </div>
    <span class="stepper-end" tabindex="-1"></span>
    </template>
    """
  }

  private func pane(_ name: String, _ word: Word) -> HTML {
    """
    <div class="pane \(name)" role="group" aria-label="\(words(word))">
    <p class="pane-name" aria-hidden="true">\(words(word))</p>
    <div class="code-of-step"></div>
    </div>
    """
  }

  private var legend: HTML {
    let colours: [(HTML, Word)] = [
      ("leads", .legendLeads), ("runs", .legendRuns), ("acting", .legendActs), ("observable", .legendObservable),
      ("sink", .legendSink), ("observer", .legendObserver), ("subject", .legendSubject),
      ("scheduler", .legendScheduler), ("disposed", .legendDisposed),
    ]
    let items = colours.map { "<li><i class=\"\($0)\"></i>\(words($1))</li>" as HTML }
    return "<details class=\"legend\"><summary>\(words(.legend))</summary><ul>\(items.joined())</ul></details>"
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
