import Foundation

/// A file whose name would be parsed as a cluster of options: `-dash.swift` contains `-h`, which prints help.
enum DashedName {
  private static let endings = [".swift", ".hwtrace"]
  /// Options whose value may begin with a dash.
  private static let takingAnything: Set = ["-e", "--expression", "--value"]

  /// The first name of this kind before `--`; nil if there is none.
  static func first(in arguments: some Sequence<String>) -> String? {
    var previous = ""
    for word in arguments {
      if word == "--" { return nil }
      let isOptions = word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2
      let isFile = endings.contains(where: word.hasSuffix) || access(word, F_OK) == 0
      if isOptions, isFile, !takingAnything.contains(previous) { return word }
      previous = word
    }
    return nil
  }
}
