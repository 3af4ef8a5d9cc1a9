import Foundation

/// The page's own script, style and frame, the same for every trace. They are embedded in the library, so that it works
/// wherever it is installed.
enum PageAssets {
  static let style = "\n" + text(PackageResources.tokens_css) + text(PackageResources.page_css)
  static let shell = text(PackageResources.shell_html)

  /// One function, so that its names are not global.
  static let script =
    "\n(() => {\n'use strict'\n" + hiddenCharacters + parts.map(text).joined(separator: "\n") + "})()\n"

  /// The part of the script that opens source lines in an editor, for pages without steps.
  static let editorScript = "\n(() => {\n'use strict'\n" + text(PackageResources.editor_js) + "})()\n"
  static let editorScriptHash = hash(of: editorScript)

  static let styleHash = hash(of: style)
  static let scriptHash = hash(of: script)

  /// The hidden characters, which the script escapes as every other form does.
  private static let hiddenCharacters: String = {
    let ranges = HiddenScalars.ranges.map { range in
      "\\u{\(String(range.lowerBound, radix: 16))}-\\u{\(String(range.upperBound, radix: 16))}"
    }
    let joined = #"(?!(?<=[\p{Emoji}\uFE0F])\u200D(?=\p{Emoji}))"#
    return "const hiddenCharacters = /\(joined)[\(ranges.joined())]/gu\n"
  }()

  private static let parts = [
    PackageResources.recording_js, PackageResources.repeats_js, PackageResources.search_js,
    PackageResources.listing_js, PackageResources.elements_js, PackageResources.tree_js, PackageResources.source_js,
    PackageResources.graph_js, PackageResources.details_js, PackageResources.stepper_js, PackageResources.page_js,
    PackageResources.editor_js,
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hash(of text: String) -> String {
    Data(SHA256.hash(of: Array(text.utf8))).base64EncodedString()
  }
}
