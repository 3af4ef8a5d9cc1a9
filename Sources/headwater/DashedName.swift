import Foundation

/// A file whose name would be read as a cluster of options: `-dash.swift` has an `-h` in it, which prints help.
enum DashedName {
  private static let endings = [".swift", ".hwtrace"]
  /// The word after one of these is its value, whatever it begins with.
  private static let takingAnything: Set = ["-e", "--expression", "--value"]

  /// The first such name before `--`; nil if there is none.
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
