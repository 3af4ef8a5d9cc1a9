import RxTrace
import TraceAnalysis

/// Shows commands about a run and their answers. The lines below `$ headwater check flow.swift` are a claim, checked
/// against the text that the command prints.
struct ConsoleDirective: Directive {
  static let name = "console"
  static let hasBody = true
  static let keys = DirectiveKeys(
    optional: ["pipeline", "program", "fixed", "caption"], repeatable: ["pipeline"])
  static let isCodeWithoutKeys = true

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let commands = try QuotedAnswer.all(in: block.body)
    guard let runs = try runs() else { return "" }
    var shown: [HTML] = []
    for command in commands {
      let printed = OutputClaim.lines(of: try answer(to: command, about: runs))
      let lines = try OutputClaim(command.claim, hasPartialLines: true).check(against: printed)
      let typed: HTML = "<kbd>\(command.line)</kbd>"
      shown.append(lines.isEmpty ? typed : typed + "\n" + OutputFigure.lines(lines))
    }
    let title: HTML = caption.map { "<figcaption>\($0)</figcaption>\n" } ?? ""
    return """
      <figure class="output console" id="\(context.numbered("console"))">
      \(title)<pre class="code" tabindex="0" lang="en"><samp>\(shown.joined(separator: "\n\n"))</samp></pre>
      </figure>
      """
  }

  private func runs() throws(Problem) -> [Evidence]? {
    let pipelines = block.attributes("pipeline")
    guard pipelines.count > 1 else { return try runForText().map { [$0] } }
    var runs: [Evidence] = []
    for pipeline in pipelines {
      guard let run = try page.run(of: pipeline, block.arguments, crashes: crashes()) else { return nil }
      runs.append(run)
    }
    return runs
  }

  private func answer(to command: QuotedAnswer, about runs: [Evidence]) throws(Problem) -> String {
    guard let answer = context.site.pipelines.answer else {
      throw Problem(command.place, "nothing answers commands in this build")
    }
    if let sign = command.line.split(separator: " ").first(where: Self.isOfShell) {
      throw Problem(command.place, "no shell runs the command, so `\(sign)` means nothing: write the command alone")
    }
    do {
      var text = try answer(command.line) { name in try Self.run(of: name, among: runs) }
      // Readers do not need to know the author's folders.
      for run in runs {
        let path = context.site.content.url(run.command.path).path
        text = text.replacing(path, with: Self.name(of: run))
      }
      return text
    } catch let problem as Problem {
      throw Problem(command.place, problem.message)
    } catch {
      throw Problem(command.place, "`\(command.line)`: \(ShownText.message("\(error)"))")
    }
  }

  private static func isOfShell(_ word: Substring) -> Bool {
    ["|", "||", "&&", "&", ";", ">", ">>", "<"].contains(word)
  }

  /// The run that a command means. A command names a pipeline by its file, or by a recording: one with the same base
  /// name, or any if there is only one run. It names a program by its folder, wherever that folder is.
  private static func run(of name: String, among runs: [Evidence]) throws -> AnalysedRun {
    let stem = name.hasSuffix(recording) ? String(name.dropLast(recording.count)) : nil
    let meant = runs.first { run in
      let own = Self.name(of: run)
      let isFolder = run.command.form != .pipeline && name.hasSuffix("/" + own)
      return isFolder || [name, stem.map { $0 + ".swift" }].contains(own)
    }
    guard let run = meant ?? (stem != nil && runs.count == 1 ? runs[0] : nil) else {
      let names = runs.map(Self.name).joined(separator: " or ")
      let other = stem == nil ? ", or add `pipeline=\(name)`" : ""
      throw SystemError.failed(
        "\(name) is not a pipeline of this block; write \(names), or a recording of it\(other)")
    }
    return run.analysed(as: name)
  }

  /// The name of the program's file, without its folder and arguments.
  private static func name(of run: Evidence) -> String {
    run.command.path.split(separator: "/").last.map(String.init) ?? ""
  }

  private static let recording = ".hwtrace"
}

/// A command line of a `console` block, and the lines that it is said to print.
private struct QuotedAnswer {
  var line: String
  var place: Place
  var claim: ClaimBody

  private static let prompt = "$ "

  static func all(in body: ClaimBody) throws(Problem) -> [QuotedAnswer] {
    var all: [QuotedAnswer] = []
    for (text, place) in body.lines {
      if text.hasPrefix(prompt) {
        dropEmptyLines(&all)
        let claim = ClaimBody(opening: place, lines: [])
        all.append(QuotedAnswer(line: String(text.dropFirst(prompt.count)), place: place, claim: claim))
      } else if all.isEmpty {
        throw Problem(place, "a console begins with a command: `$ headwater check …`")
      } else {
        all[all.count - 1].claim.lines.append((text, place))
      }
    }
    guard !all.isEmpty else { throw Problem(body.opening, "a console begins with a command: `$ headwater check …`") }
    dropEmptyLines(&all)
    return all
  }

  /// Drops empty lines before the next command, which are only for readability.
  private static func dropEmptyLines(_ all: inout [QuotedAnswer]) {
    guard let last = all.indices.last else { return }
    while all[last].claim.lines.last?.text == "" { all[last].claim.lines.removeLast() }
  }
}
