import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import Walkthrough

/// `headwater site new`
struct SiteNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a page, about a program of yours or about a small example.",
    discussion: """
      Makes CONTENT/NAME/index.md and a program beside it, which build as they are.

      For a program of yours, NAME is that of its file, which is copied. It is run twice, and the page claims what both \
      runs have in common: what is printed, what `headwater check` finds, and the first calls as a chain. There is a \
      picture, a question to the reader, and room for your text.

      Examples:
        headwater site new search.swift
        headwater site new debounce --title 'How debounce waits'

      \(SiteCommand.exitStatus)
      """)

  @Argument(help: ArgumentHelp("A Swift file to explain, or the name of the page's folder.", valueName: "what"))
  var name: String

  @Option(help: ArgumentHelp("The page's title (the name).", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The folder of Markdown pages and pipelines.", valueName: "folder"))
  var content = "content"

  func run() throws {
    try SiteReporting.reporting {
      for file in try page().write(into: URL(fileURLWithPath: content)) { print(file) }
    }
  }

  private func page() throws -> NewPage {
    guard name.hasSuffix(".swift") else { return try NewPage(name: name, title: title ?? name) }
    let file = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
    return try NewPage(name: file, title: title ?? file, explaining: try facts())
  }

  private func facts() throws -> ProgramFacts {
    let runner = PipelineRunner(mode: .captured())
    let runs = (try recorded(runner), try recorded(runner))
    return ProgramFacts(
      source: String(decoding: try Data(contentsOf: URL(fileURLWithPath: name)), as: UTF8.self),
      runs: (runs.0.located, runs.1.located), outputs: (runs.0.output, runs.1.output))
  }

  private func recorded(_ runner: PipelineRunner) throws -> PipelineRun {
    let run = try runner.record(name)
    guard run.ending == .exited(0) else {
      throw SiteSetupError("\(name): the program \(run.ending.told); a page needs one that ends with status 0")
    }
    guard run.usesRx else {
      throw SiteSetupError("\(name): the program made no use of Rx, so that there is nothing to explain")
    }
    return run
  }
}
