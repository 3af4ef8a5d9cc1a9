import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("Sequence diagrams in Mermaid", .oneAtATime)
struct MermaidTests {
  @Test("Objects call one another")
  func objects() throws {
    #expect(
      try written(Mermaid(TraceWriter.hello.trace).write) == """
        sequenceDiagram
          participant p1 as program
          participant p2 as AnonymousObservable#35;1
          participant p3 as AnonymousObserver#35;1
          participant p4 as AnonymousObservableSink#35;1
          p1->>p2: subscribe#40;onNext#58;#41;
          p2->>p2: subscribe with AnonymousObserver#35;1
          p2->>p2: run with AnonymousObserver#35;1
          Note over p4: subscribe closure
          p4->>p4: on next #34;hello#34;
          p4->>p3: forwardOn next #34;hello#34;
          p3->>p3: onCore next #34;hello#34;
          Note over p3: onNext closure #34;hello#34;
          Note over p3: prints hello
          p4--xp3: forwardOn completed#44; not delivered

        """)
  }

  @Test("Threads hand work to one another")
  func threads() throws {
    #expect(
      try written(Mermaid(TraceWriter.crossing.trace, by: .threads).write) == """
        sequenceDiagram
          participant p1 as thread 1 main
          participant p2 as thread 2 worker
          Note over p1: QueueScheduler#35;1.schedule
          p1-)p2: QueueScheduler#35;1.scheduledAction
          Note over p2: AnonymousObserver#35;1.on next 1

        """)
  }

  @Test("No value can be taken for the diagram's own notation")
  func hostile() throws {
    let text = try written(Mermaid(Hostile.writer().trace).write)
    for line in text.split(separator: "\n").dropFirst() {
      #expect(line.hasPrefix("  participant p") || line.hasPrefix("  p") || line.hasPrefix("  Note over p"))
      let message = line.drop { $0 != ":" }.dropFirst()
      let unescaped = message.replacing(/#\d+;/, with: "")
      #expect(!unescaped.contains { "#;:,<>-%()\"\\{}[]*_`~&+".contains($0) }, "\(line)")
      #expect(!message.split(separator: " ").contains { $0.lowercased() == "end" })
    }
    #expect(Mermaid.escaped("the end; a#b") == "the #101;nd#59; a#35;b")
  }

  @Test("Of a value of ten megabytes a message shows the beginning, and says how much more there is")
  func large() throws {
    let text = try written(Mermaid(traceWithLargeValue().trace).write)
    #expect(text.utf8.count < 10_000 && text.contains("#40;10485680 more characters#41;"))
  }
}

@Suite("Object graphs for Graphviz", .oneAtATime)
struct DotTests {
  @Test("Objects with the objects that they hold, and with the numbers of deliveries")
  func graph() throws {
    let origins = [0: SourceLine(file: "/home/me/a&b.swift", line: 3)]
    let lines = try written(Dot(TraceWriter.mapped.trace, origins: origins).write).split(separator: "\n")
    #expect(lines.contains { $0.contains("[label=<<b>Map</b>#1<br/>") && $0.contains(">a&amp;b.swift:3</font>>") })
    #expect(lines.contains("  o0 -> o2 [label=<source>];"))
    #expect(lines.contains("  o3 -> o1 [label=<observer>];"))
    let deliveries = lines.filter { $0.contains("class=\"delivery\"") }.map { $0.prefix { $0 != "," } }
    #expect(deliveries == ["  o2 -> o3 [label=<3 events>", "  o3 -> o1 [label=<3 events>"])
  }

  @Test("Names of any kind are labels")
  func hostile() throws {
    let text = try written(Dot(Hostile.writer().trace).write)
    #expect(text.contains("<b>Weird, &amp; &quot;--&gt;&quot;</b>#1"))
    #expect(text.contains("[label=<&lt;parent&gt; &amp; &quot;more&quot;>]"))
    #expect(Dot.quoted("a\\b \"c\" \n\0 &lt;") == #""a\\b \"c\" \\n\\0 &amp;lt;""#)
  }

  @Test("Graphviz draws it", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dot")))
  func drawn() throws {
    for writer in [Hostile.writer(), .mapped, .hello, .crossing] {
      let dot = Process()
      dot.executableURL = URL(fileURLWithPath: "/usr/bin/dot")
      dot.arguments = ["-Tplain"]
      let (input, output, errors) = (Pipe(), Pipe(), Pipe())
      (dot.standardInput, dot.standardOutput, dot.standardError) = (input, output, errors)
      try dot.run()
      let trace = try writer.trace
      try input.fileHandleForWriting.write(contentsOf: Data(try written(Dot(trace).write).utf8))
      try input.fileHandleForWriting.close()
      let plain = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      dot.waitUntilExit()
      let complaints = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(dot.terminationStatus == 0 && complaints.isEmpty, "\(complaints)")
      #expect(plain.split(separator: "\n").filter { $0.hasPrefix("node ") }.count == trace.objects.count)
    }
  }
}
