import Foundation
import Testing

@testable import Walkthrough

@Suite("A new file of settings")
struct NewSettingsTests {
  private static let lines = NewSettings.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  /// The lines of settings, without the `#` that takes them out. A sentence has a space behind its `#`.
  private static let settings = lines.filter { $0.hasPrefix("#") && !($0.hasPrefix("# ") && !$0.hasPrefix("#  ")) }
    .map { String($0.dropFirst()) }

  @Test("Sets nothing as it is")
  func setsNothing() throws {
    #expect(try SiteSettings(yaml: NewSettings.text) == SiteSettings())
  }

  @Test("Has every setting, each with a value that can be read")
  func hasAll() throws {
    _ = try SiteSettings(yaml: Self.settings.joined(separator: "\n"))
    let named = Self.settings.filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != ":" }) }
    #expect(named.sorted() == SiteSettings.keys.sorted())
  }

  @Test("Does not replace a file that is there")
  func keepsFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try NewSettings().write(into: folder)
    #expect(path.hasSuffix("/site.yml"))
    #expect(throws: SiteSetupError.self) { try NewSettings().write(into: folder) }
  }
}
