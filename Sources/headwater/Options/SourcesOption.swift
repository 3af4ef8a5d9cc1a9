import ArgumentParser
import PipelineRunning
import RxTrace

/// The option for recordings in which others must not read source.
struct SourcesOption: ParsableArguments {
  @Flag(help: "Leave the text of the program's own source files out of a recording that is kept.")
  var noSources = false

  var added: AddedSources { noSources ? .symbols : .symbolsAndTexts }
}
