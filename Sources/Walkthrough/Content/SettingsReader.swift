import Foundation
import RxTrace

/// The settings of a site, if the content has any.
struct SettingsReader: Sendable {
  private(set) var settings = SiteSettings()
  private(set) var problems: [Diagnostic] = []
  private(set) var hash = ""

  init(content: ContentFolder) {
    let path = SiteSettings.fileName
    guard content.isFile(path) else { return }
    do throws(Problem) {
      guard let text = try? String(contentsOf: content.url(path), encoding: .utf8) else {
        throw Problem(line: 1, "cannot be read as UTF-8")
      }
      settings = try SiteSettings(yaml: text)
      hash = content.hash(of: path) ?? ""
    } catch {
      problems.append(content.diagnostic(error, in: path))
    }
  }
}
