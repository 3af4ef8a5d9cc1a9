import Foundation
import TestSupport
import Testing

/// Miniature sites with one thing wrong in each, and the message that names it.
private let stray = "`stray` is not `key=value`; a value with spaces stands in quotes: `key=\"…\"`"

@Suite(.oneAtATime, .serialized) struct ContentErrorTests {
  @Test(arguments: [
    ("text", "1:1: error: no front matter: a page begins with `---`, `title: …`, `---`"),
    ("---\ntitle: a", "1:1: error: front matter begins here but no line `---` ends it"),
    ("---\nsummary: a\n---", "1:1: error: front matter has no `title`"),
    ("---\ntitle: a\ntitel: b\n---", "3:1: error: unknown front matter key `titel`; nearest: `title`"),
    ("---\n- a\n---", "2:1: error: front matter must be a map of `key: value` lines"),
    ("---\ntitle: a\norder: first\n---", "3:8: error: front matter `order` must be a number, not `first`"),
    ("---\ntitle: [a]\n---", "2:8: error: front matter `title` must be one piece of text"),
  ])
  func `front matter`(text: String, message: String) throws {
    #expect(try MiniatureSite(["page.md": text]).errors() == "content/page.md:" + message)
  }

  @Test func `broken YAML`() throws {
    let open = "invalid YAML in the front matter: this quote is not closed in its line"
    for (lines, message) in [
      ("title: a\nsummary: \"b", "3:10: error: \(open)"), ("title: \"a\nsummary: \"b\"", "2:8: error: \(open)"),
      ("title: a\ndate: 2026-11-01\ndate: 2026-11-02", ": error: duplicate keys in the front matter: `date`"),
      ("title: 5\" : a", "2:11: error: invalid YAML in the front matter: mapping values are not allowed"),
    ] {
      let errors = try MiniatureSite(["page.md": "---\n\(lines)\n---"]).errors()
      #expect(errors.hasPrefix("content/page.md:") && errors.contains(message), "\(errors)")
    }
  }

  @Test func `not UTF-8`() throws {
    let site = try MiniatureSite()
    try site.write(Data([0x61, 0x0A, 0x62, 0xFF, 0x63]), to: "content/page.md")
    #expect(try site.errors() == "content/page.md:2:1: error: the file is not UTF-8: invalid byte at offset 3")
  }

  @Test(.timeLimit(.minutes(1))) func `what is not a file is named, and not waited for`() throws {
    let program = "---\ntitle: P\n---\n```source pipeline=pipe.swift\n```\n\n```source pipeline=folder.swift\n```\n"
    let site = try MiniatureSite([
      "program.md": program, "folder.md/inside.txt": "", "folder.swift/inside.txt": "", "table/page.md.mustache": "a",
    ])
    let content = site.root.appending(path: "content").path
    for name in ["pipe.md", "pipe.swift", "glossary.yml", "table/data.yml"] {
      #expect(mkfifo("\(content)/\(name)", 0o600) == 0)
    }
    #expect(symlink("\(content)/pipe.swift", "\(content)/to-a-pipe.md") == 0)
    #expect(symlink("/dev/zero", "\(content)/to-a-device.md") == 0)
    let errors = try site.errors()
    let pipe = "is a pipe, a socket or a device, not a file: move it out of the content folder"
    for name in ["pipe.md", "glossary.yml", "table/data.yml"] {
      #expect(errors.contains("content/\(name):1:1: error: \(pipe)"))
    }
    for name in ["to-a-pipe.md", "to-a-device.md"] { #expect(errors.contains("content/\(name):1:1: error: ")) }
    #expect(errors.contains("content/program.md:4:20: error: the pipeline `pipe.swift` \(pipe)"))
    #expect(errors.contains("content/program.md:7:20: error: the pipeline `folder.swift` is a folder, not a file"))
    #expect(errors.contains("content/folder.md:1:1: error: is a folder, not a file: name a file in it, or"))
  }

  @Test(arguments: [
    ("```source symbol=Sink", "4:1: error: this block is not closed: end it with a line ```"),
    ("> ~~~source symbol=Sink\n\nText", "4:1: error: this block is not closed: end it with a line ~~~"),
    (
      "```swift\nlet a = 1\n\n```source symbol=Sink\n```",
      "7:1: error: this block begins inside the one of line 4, which is not closed"
    ),
    (
      "```source symbol=Sink\ntext\n```",
      "5:1: error: `source` takes no lines between its fences; is the one above closed?"
    ),
    ("```sorce symbol=Sink\n```", "4:4: error: unknown directive `sorce`; nearest: `source`"),
    ("```lnes pipeline=flow.swift\n```", "4:4: error: unknown directive `lnes`; nearest: `lanes`"),
    ("```source\n```", "4:4: error: `source` needs a key `symbol`"),
    ("```source symbol=Sink mork=x\n```", "4:23: error: unknown key `mork` of `source`; nearest: `mark`"),
    ("```source symbol=Sink symbol=Just\n```", "4:23: error: key `symbol` is given twice"),
    ("```source symbol=\"Sink\n```", "4:18: error: no `\"` ends this text"),
    ("```source symbol=Sink stray\n```", "4:23: error: \(stray)"),
    ("```source symbol=Sink\u{85}stray\n```", "4:23: error: \(stray)"),
    ("```source\u{A0}symbol=Sink\u{3000}\u{2028}stray\n```", "4:24: error: \(stray)"),
    ("- item\n\n  ```chian pipeline=flow.swift\n  ```", "6:6: error: unknown directive `chian`; nearest: `chain`"),
    ("```trace pipeline=flow.swift view=three\n```", "4:35: error: unknown view `three`; nearest: `tree`"),
    ("a\rb\r\nc\n\n```lnes\n```", "8:4: error: unknown directive `lnes`; nearest: `lanes`"),
    ("> [!NOTICE]\n> text", "4:5: error: unknown admonition `NOTICE`; nearest: `NOTE`"),
    ("> [!NOTE] Words", "4:5: error: `[!NOTE]` has a line for itself: write `Words` below it"),
    ("> [!TIP]\n\nWords", "4:5: error: `[!TIP]` is followed by no words"),
    ("```swift pipeline=flow.swift\n```", "4:4: error: unknown directive `swift`; `source` shows a file"),
  ])
  func directives(markdown: String, message: String) throws {
    #expect(try MiniatureSite(page: markdown).errors() == "content/page.md:" + message)
  }

  @Test(arguments: ["swift", "text", "sh", "console", "c", "rust", "json", ""])
  func `ordinary fences`(language: String) throws {
    #expect(try MiniatureSite(page: "```\(language)\na\n```").errors().isEmpty)
  }

  @Test(arguments: [
    ("```source symbol=Snk\n```", "4:18: error: no such symbol `Snk`; nearest: `Sink`"),
    (
      "```source symbol=Sink.forwardOff(next:)\n```",
      "4:18: error: no such symbol `Sink.forwardOff(next:)`; nearest: `Sink.forwardOn(next:)`"
    ),
    (
      "```source symbol=Just.subscribe(receiver:)\n```",
      "4:18: error: no such symbol `Just.subscribe(receiver:)`; nearest: `Producer.subscribe(receiver:)`"
    ),
    (
      "```source symbol=Receiver.overloaded\n```",
      """
      4:18: error: `Receiver.overloaded` is ambiguous; write one of:
          Receiver.overloaded(_: Int)  (Rx/Core.swift:33)
          Receiver.overloaded(_: String)  (Rx/Core.swift:34)
      """
    ),
    ("```source symbol=Just.run mark=\"walk(\"\n```", "4:32: error: no line of `Just.run` contains `walk(`"),
    ("```hierarchy of=Jost\n```", "4:17: error: no such type `Jost`; nearest: `Just`"),
    ("see [it](src:Sink.forwardUp)", "4:10: error: no such symbol `Sink.forwardUp`; nearest: `Sink.forwardOn(next:)`"),
  ])
  func symbols(markdown: String, message: String) throws {
    #expect(try MiniatureSite(page: markdown).errors() == "content/page.md:" + message)
  }

  @Test(arguments: [
    ("[a](missing.md)", "4:5: error: the link `missing.md` leads nowhere"),
    ("[a](pag.md)", "4:5: error: the link `pag.md` leads nowhere; nearest: `page.md`"),
    ("[a](counts:flow.swift/on)", "4:5: error: `counts:` claims nothing; nearest: `count:`"),
    (
      "[two](count:flow.swift/on next)",
      "4:7: error: this is not a link: `(` follows the `]` at once, and an address has no blanks"
    ),
    ("![a](notes.txt)", "4:6: error: the link `notes.txt` leads nowhere"),
    ("[a](flow.swift#L99)", "4:5: error: `flow.swift` has no place `#L99`; its lines are `#L1` to `#L2`"),
    ("[a](flow.swift#end)", "4:5: error: `flow.swift` has no place `#end`; its lines are `#L1` to `#L2`"),
    ("![a](flow.swift)", "4:6: error: an image ends in .avif, .gif, .jpeg, .jpg, .png, .svg, .webp"),
    (
      "text\n\n    ```assert pipeline=flow.swift\n    count(on) == 9\n    ```",
      "6:5: error: this block is indented so far that it is only text: take blanks away"
    ),
    (
      "| a | b |\n| --- | --- |\n| 1 | 2 | 3 |",
      "6:1: error: this row has more cells than the table has columns; a pipe in a cell is written `\\|`"
    ),
    (
      "```console\n$ headwater check flow.swift\n```",
      "4:4: error: `console` needs a key `pipeline`, or says why nothing checks it: `unchecked=\"…\"`"
    ),
    (
      "```source pipeline=flow.swift executed=flow.swift\n```",
      "4:40: error: `executed` is for a `symbol` of the engine: name one that this run goes through"
    ),
    ("[a](../../etc/passwd)", "4:5: error: the link `../../etc/passwd` leads out of the content folder"),
    ("[a](/etc/passwd)", "4:5: error: the link `/etc/passwd` leads out of the content folder"),
    ("[a](#nowhere)\n\n## There", "4:5: error: no place `#nowhere` in `page.md`"),
    ("a\n[a](#there) [b](#ther)\n\n## There", "5:17: error: no place `#ther` in `page.md`; nearest: `there`"),
  ])
  func links(markdown: String, message: String) throws {
    #expect(try MiniatureSite(page: markdown).errors() == "content/page.md:" + message)
  }

  @Test(arguments: [
    ("[twice](count:flow.swift/onCore)", "4:9: error: claimed onCore twice, recorded 1"),
    ("[5](count:flow.swift/Sink.forwardOn)", "4:5: error: claimed Sink.forwardOn 5, recorded 2"),
    (
      "[often](count:flow.swift/on)",
      "4:9: error: `often` is not a number: write digits, `never`, `once`, `twice`, or `three times` to "
        + "`twelve times`"
    ),
    ("[once](count:flow.swift/forwardOm)", "4:8: error: no such symbol `forwardOm`; nearest: `forwardOn`"),
    ("[once](count:flow.swift)", "4:8: error: a count is linked as `count:PIPELINE/KIND`"),
  ])
  func counts(markdown: String, message: String) throws {
    #expect(try MiniatureSite(page: markdown).errors() == "content/page.md:" + message)
  }

  @Test(arguments: ["once", "1", "one time", "1 time"])
  func `counts that hold`(words: String) throws {
    #expect(try MiniatureSite(page: "[\(words)](count:flow.swift/onCore)").errors().isEmpty)
  }

  @Test func `an image that browsers would not load is a warning`() throws {
    let site = try MiniatureSite(page: "![a](https://example.org/a.png)")
    let message = "browsers load no image of another site into these pages: put it beside the page"
    #expect(try site.build().warnings.map(\.message) == [message])
  }

  @Test(arguments: [
    ("see [it][nowhere]", [9]), ("[`it`][nowhere] and [it][page]\n\n[page]: page.md", [7]),
    ("`a[i][j]`, \\[a]\\[b], [a] [b]", []), ("[it][page] and [it][]\n\n[page]: page.md\n[it]: page.md", []),
  ])
  func `a link by a name that nothing defines is a warning`(markdown: String, columns: [Int]) throws {
    let warnings = try MiniatureSite(page: markdown).build().warnings
    #expect(warnings.map(\.column) == columns)
    let message = "no line `[nowhere]: …` defines this link, so it is text; if meant so: `\\[nowhere]`"
    #expect(warnings.allSatisfy { $0.line == 4 && $0.message == message })
  }

  @Test func `warnings stand among the errors`() throws {
    let site = try MiniatureSite(page: "Say here which element to look at.\n\n[x](nowhere.md)")
    #expect(
      try site.errors() == """
        content/page.md:4:1: warning: `site new` wrote this line to ask for your words: write them, or take it out
        content/page.md:6:5: error: the link `nowhere.md` leads nowhere
        """)
  }

  @Test func `all errors of all pages in one run in order`() throws {
    let site = try MiniatureSite([
      "b.md": "---\ntitle: B\n---\n[x](nowhere.md)\n\n```sorce\n```", "a.md": "nothing",
    ])
    let places = try site.errors().split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(places == ["content/a.md:1:1:", "content/b.md:4:5:", "content/b.md:6:4:"])
  }
}

/// The places where a pipeline may be, and the errors if it cannot be recorded.
@Suite(.oneAtATime) struct PipelineErrorTests {
  @Test(arguments: [
    ("missing.swift", "no such pipeline `missing.swift`"),
    ("flwo.swift", "no such pipeline `flwo.swift`; nearest: `flow.swift`"),
    ("../outside.swift", "the pipeline `../outside.swift` is outside of the content folder"),
    ("/outside.swift", "the pipeline `/outside.swift` is outside of the content folder"),
  ])
  func places(path: String, message: String) throws {
    let site = try MiniatureSite(page: "```trace pipeline=\(path)\n```")
    try site.write("", to: "outside.swift")
    #expect(try site.errors() == "content/page.md:4:19: error: " + message)
  }

  @Test(arguments: ["link.swift", "folder/outside.swift"])
  func `symbolic links that leave the folder`(path: String) throws {
    let site = try MiniatureSite(page: "```trace pipeline=\(path)\n```")
    try site.write("", to: "elsewhere/outside.swift")
    let files = FileManager.default
    let elsewhere = site.root.appendingPathComponent("elsewhere")
    try files.createSymbolicLink(
      at: site.root.appendingPathComponent("content/link.swift"),
      withDestinationURL: elsewhere.appendingPathComponent("outside.swift"))
    try files.createSymbolicLink(
      at: site.root.appendingPathComponent("content/folder"), withDestinationURL: elsewhere)
    #expect(
      try site.errors()
        == "content/page.md:4:19: error: the pipeline `\(path)` is outside of the content folder")
  }

  @Test func `a folder with the same beginning is outside`() throws {
    let site = try MiniatureSite(page: "```trace pipeline=../content-other/x.swift\n```")
    try site.write("", to: "content-other/x.swift")
    #expect(try site.errors().contains("is outside of the content folder"))
  }

  @Test func `failures are reported once where the pipeline is named`() throws {
    let site = try MiniatureSite(
      page: "```trace pipeline=flow.swift\n```\n\n```trace pipeline=flow.swift\n```", runs: [:])
    #expect(
      try site.errors()
        == "content/page.md:4:19: error: the pipeline `flow.swift` could not be recorded: it does not compile")
    #expect(site.recordings.names == ["flow.swift"])
  }

  @Test func `a pipeline is recorded once`() throws {
    let site = try MiniatureSite(
      page:
        "```trace pipeline=flow.swift\n```\n\n[once](count:flow.swift/onCore)\n\n```trace pipeline=./flow.swift\n```")
    #expect(try site.build().pipelines == 1)
    #expect(site.recordings.names == ["flow.swift"])
  }
}
