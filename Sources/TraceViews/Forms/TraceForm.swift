/// The forms that a run can be shown in.
///
///     TraceForm(fileName: "calls.mmd")
///     // Result: mermaid
public enum TraceForm: String, CaseIterable, Sendable {
  case program, tree, chain, steps, jsonl, csv, chrome, mermaid, dot, marbles, svg, otlp, sqlite, html, hwtrace

  /// The extensions of file names that mean this form; the first is the usual one.
  public var fileExtensions: [String] {
    switch self {
    case .program: ["txt", "program"]
    case .tree: ["tree"]
    case .chain: ["chain"]
    case .steps: ["steps"]
    case .jsonl: ["jsonl", "ndjson"]
    case .csv: ["csv"]
    case .chrome: ["json"]
    case .mermaid: ["mmd", "mermaid"]
    case .dot: ["dot", "gv"]
    case .marbles: ["marbles"]
    case .svg: ["svg"]
    case .otlp: ["otlp", "otlp.json", "otlp.jsonl"]
    case .sqlite: ["sqlite", "sqlite3", "db"]
    case .html: ["html", "htm"]
    case .hwtrace: ["hwtrace"]
    }
  }

  /// A description in one line.
  public var summary: String {
    switch self {
    case .program: "what each line sent, and what operators did with it"
    case .tree: "the engine's calls as a tree, repeats folded"
    case .chain: "the lines of a chain, to paste into a page or a test"
    case .steps: "a numbered line a step, in the order of the run"
    case .jsonl: "a JSON object a step"
    case .csv: "a table with a row a step"
    case .chrome: "Chrome trace JSON, for Perfetto and chrome://tracing"
    case .mermaid: "a Mermaid sequence diagram"
    case .dot: "the graph of who holds whom, for Graphviz"
    case .marbles: "marble diagrams as text"
    case .svg: "marble diagrams as a picture"
    case .otlp: "OpenTelemetry JSON, for any collector"
    case .sqlite: "a database with tables to query; needs -o"
    case .html: "one self-contained page that steps through the run"
    case .hwtrace: "the recording with its program's source; needs -o"
    }
  }

  /// Whether people read the form in a terminal, so that long text goes through a pager.
  package var isForReading: Bool { [.program, .tree, .chain, .steps, .marbles].contains(self) }

  /// Whether a part of a run needs nothing of the other steps. The other forms name objects by all that the program made, or
  /// tell when calls ended, which may be the end of a closure that began before the part.
  var showsEachStepByItself: Bool {
    switch self {
    case .tree, .steps, .jsonl, .csv, .mermaid, .dot: true
    case .program, .chain, .chrome, .otlp, .sqlite, .marbles, .svg, .html, .hwtrace: false
    }
  }

  /// Whether it shows a part of a run without looking at the rest. A page names the bugs of the whole run.
  var showsParts: Bool { self != .html && self != .hwtrace }

  /// The most steps that it draws, if it draws each: a viewer takes no more, and nobody reads more. A page of this many is a
  /// file of 25 MB, a sequence diagram one of half a megabyte.
  var mostSteps: Int? {
    switch self {
    case .mermaid: 20_000
    case .html: 2_000_000
    default: nil
    }
  }

  /// Whether it can only be written to a file.
  public var needsFile: Bool { self == .sqlite || self == .hwtrace }

  /// The form that a file's name asks for; nil if its ending says nothing.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    let endings = Self.allCases.flatMap { form in form.fileExtensions.map { (form: form, ending: ".\($0)") } }
    let matching = endings.filter { name.hasSuffix($0.ending) }
    // The longest match wins: `run.otlp.json` is not `.json`.
    guard let longest = matching.max(by: { $0.ending.count < $1.ending.count }) else { return nil }
    self = longest.form
  }
}
