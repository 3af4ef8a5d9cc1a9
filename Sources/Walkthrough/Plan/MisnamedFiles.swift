import Foundation
import RxTrace

/// The files whose names are nearly those that the generator reads, so that nothing, or something else, would be made of
/// them: `glossary.yaml`, data that ends in `.yaml`, and pages in a language that the look has no words for.
struct MisnamedFiles {
  let content: ContentFolder
  /// The origins of all pages.
  let origins: [PageOrigin]
  let names: PageTable

  var problems: [Diagnostic] {
    (settings + besideTemplates + pages).map { path, message in
      content.diagnostic(Problem(line: 1, message), in: path)
    }
  }

  private typealias Misnamed = (path: String, message: String)

  private static let settings = [SiteSettings.fileName, Glossary.fileName, Synonyms.fileName]

  /// Files beside the pages with another ending, or of a language without pages.
  private var settings: [Misnamed] {
    FolderEntry.all(in: content.path).map(\.name).compactMap { file in
      if let right = Self.withRightEnding(file), Self.settings.contains(right) || Self.language(ofTable: right) != nil {
        return misspelt(file, right)
      }
      guard let language = Self.language(ofTable: file), !names.active.contains(language) else { return nil }
      let nearest = Nearest.suggestion(for: language, among: names.active)
      return (file, "nothing reads this file, because the site has no page in `\(language)`" + nearest)
    }
  }

  /// Data with another ending, and templates of a language that the look does not have.
  private var besideTemplates: [Misnamed] {
    Set(origins.filter { $0.template != nil }.map(\.name.folder)).sorted().flatMap { folder -> [Misnamed] in
      FolderEntry.all(in: content.path + "/" + folder).map(\.name).compactMap { file -> Misnamed? in
        let path = folder.isEmpty ? file : folder + "/" + file
        if let right = Self.withRightEnding(file) { return misspelt(path, right) }
        let parts = file.split(separator: ".", maxSplits: 2).map(String.init)
        guard parts.count == 3, parts[0] == PageOrigin.templateName, "." + parts[2] == PageOrigin.templateSuffix else {
          return nil
        }
        return unknown(parts[1]).map { (path, $0) }
      }
    }
  }

  /// Pages of a language that the look does not have, beside the same page in another language.
  private var pages: [Misnamed] {
    origins.compactMap { origin in
      guard origin.template == nil, let dot = origin.name.base.lastIndex(of: ".") else { return nil }
      let (base, language) = (origin.name.base[..<dot], origin.name.base[origin.name.base.index(after: dot)...])
      guard names.languages[String(base)] != nil else { return nil }
      return unknown(String(language)).map { (origin.path, $0) }
    }
  }

  private func misspelt(_ path: String, _ right: String) -> Misnamed {
    (path, "nothing reads this file: name it `\(right)`")
  }

  /// The problem of a language that the look does not have; nil for one that it has, and for what is not a language.
  private func unknown(_ language: String) -> String? {
    guard !names.known.contains(language), Self.isLanguage(language) else { return nil }
    return "the look has no language `\(language)`, only \(names.knownList): "
      + "give the file another name, or the look a file `languages/\(language).yml`"
  }

  /// `glossary.yml` for `glossary.yaml`; nil for a file with another ending.
  private static func withRightEnding(_ file: String) -> String? {
    file.hasSuffix(".yaml") ? file.dropLast(".yaml".count) + PageOrigin.dataSuffix : nil
  }

  /// The language of a table of terms or of comments; nil for another file.
  private static func language(ofTable file: String) -> String? {
    let parts = file.split(separator: ".")
    guard parts.count == 3 else { return nil }
    let language = String(parts[1])
    return [TermTable.fileName(language), TranslatedComments.fileName(language)].contains(file) ? language : nil
  }

  /// Whether a word is the tag of a language, such as `de`, `pt-BR` or, misspelt, `zh_Hans`.
  private static func isLanguage(_ word: String) -> Bool {
    let parts = word.split { $0 == "-" || $0 == "_" }
    guard let first = parts.first, first.count == 2, parts.count <= 3 else { return false }
    return Locale.LanguageCode(String(first)).isISOLanguage
  }
}
