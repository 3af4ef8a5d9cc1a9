import RxTrace

/// A picture with what it shows as text below it, folded away until somebody wants to read it.
struct DiagramFigure {
  let context: PageRenderer
  /// Style class: `marbles`.
  var kind: HTML
  var id: String
  /// What the figure is called, without marks: read aloud, and the caption where the author gave none.
  var title: String
  var caption: HTML?

  /// - Parameters:
  ///   - picture: SVG that fills its own width; a wider one than the page is scrolled within the figure.
  ///   - text: the same for who cannot see the picture, as a list or a table.
  func render(_ picture: HTML, text: HTML) -> HTML {
    """
    <figure class="diagram \(kind)" id="\(id)">
    <figcaption>\(caption ?? HTML(text: title))</figcaption>
    <div class="diagram-scroll" role="group" aria-label="\(title)" tabindex="0">
    \(picture)
    </div>
    <details class="diagram-text"><summary>\(context.words(.asText))</summary>
    \(text)
    </details>
    </figure>
    """
  }

  /// Lists of sentences, which is what most pictures say.
  static func list(_ items: [HTML]) -> HTML {
    "<ul>\n\(items.map { "<li>\($0)</li>" as HTML }.joined(separator: "\n"))\n</ul>"
  }
}

extension DirectiveRenderer {
  /// What an author wrote under a figure, as Markdown.
  func caption(_ directive: Directive) -> HTML? {
    directive.attribute("caption").map { markdown.note($0.value, line: $0.valuePlace.line) }
  }

  func figure(_ directive: Directive, title: String) -> DiagramFigure {
    let kind = directive.kind.rawValue
    return DiagramFigure(
      context: context, kind: directive.kind == .hierarchy ? "types" : HTML(text: kind), id: context.numbered(kind),
      title: title,
      caption: caption(directive))
  }
}

extension RecordedRun {
  /// The pipeline without its folder, which says nothing to who reads the page.
  var fileName: String {
    let file = command.path.split(separator: "/").last.map(String.init) ?? ""
    return PipelineCommand(path: file, arguments: command.arguments).name
  }
}

extension Wording {
  /// What pictures of runs say, in this language.
  var pictureWords: PictureWords {
    var words = PictureWords()
    words.subscribed = self(.pictureSubscribed)
    words.completed = self(.pictureCompleted)
    words.error = self(.pictureError)
    words.disposed = self(.pictureDisposed)
    words.tooLate = self(.pictureTooLate)
    words.tooLateNotDelivered = self(.pictureTooLateNotDelivered)
    words.notDelivered = self(.pictureNotDelivered)
    words.numberOfStep = self(.pictureNumberOfStep)
    words.virtualClock = self(.pictureVirtualClock)
    words.step = self(.pictureStep)
    words.stepAtStart = self(.step)
    words.thread = self(.thread)
    words.queue = self(.pictureQueue)
    words.allSteps = self(.pictureAllSteps)
    words.someSteps = self(.pictureSomeSteps)
    return words
  }
}
