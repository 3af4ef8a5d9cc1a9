import RxTrace
import TraceViews

/// A picture with its content as text below it, folded.
struct DiagramFigure {
  let context: PageContext
  /// The style class: `marbles`.
  var kind: HTML
  var id: String
  /// The figure's title in plain text: read aloud, and the caption if the author gave none.
  var title: String
  var caption: HTML?

  /// - Parameters:
  ///   - picture: SVG that fills its own width; a picture that is wider than the page scrolls within the figure.
  ///   - text: The content as a list or a table, for readers who cannot see the picture.
  ///   - below: Markup that belongs to the picture, such as a legend.
  ///   - attributes: Attributes of the figure, each after a space.
  func render(_ picture: HTML, text: HTML, below: HTML = "", attributes: HTML = "") -> HTML {
    """
    <figure class="diagram \(kind)" id="\(id)"\(attributes)>
    <figcaption>\(caption ?? HTML(text: title))</figcaption>
    <div class="diagram-scroll" role="group" aria-label="\(title)" tabindex="0">
    \(picture)
    </div>
    \(below)<details class="diagram-text"><summary>\(context.words(.asText))</summary>
    \(text)
    </details>
    </figure>
    """
  }

  /// A list of sentences: the text of most pictures.
  static func list(_ items: [HTML]) -> HTML {
    "<ul>\n\(items.map { "<li>\($0)</li>" as HTML }.joined(separator: "\n"))\n</ul>"
  }
}

// MARK: Pictures of whole runs

extension DiagramFigure {
  static let pictureWidth = 720

  static func nothing(_ what: String, in run: Evidence, at place: Place) -> Problem {
    Problem(place, "the run of `\(run.name)` has \(what) to draw")
  }

  var frame: (title: String, identifier: String, setting: PictureSetting) {
    (title, id, .styledPage(summary: context.words(.diagramDescription)))
  }

  static func drawn(_ write: ((String) -> Void) -> Void) -> HTML {
    var source = ""
    write { source += $0 }
    return HTML(stringLiteral: source)
  }
}

extension Evidence {
  /// The pipeline without its folder, which means nothing to a reader of the page.
  var fileName: String {
    let file = command.path.split(separator: "/").last.map(String.init) ?? ""
    return PipelineCommand(path: file, arguments: command.arguments).name
  }
}

extension Wording {
  /// The words in pictures of runs, in this language.
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
    words.main = self(.mainQueue)
    words.allSteps = self(.pictureAllSteps)
    words.someSteps = self(.pictureSomeSteps)
    return words
  }
}
