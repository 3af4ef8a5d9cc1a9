import RxTrace

/// The settings of a site, if the content has any.
struct SettingsReader: Sendable {
  private(set) var settings = SiteSettings()
  private(set) var problems: [Diagnostic] = []
  private(set) var hash = ""

  init(content: ContentFolder) {
    let path = SiteSettings.fileName
    guard content.has(path) else { return }
    do throws(Problem) {
      settings = try SiteSettings(yaml: content.text(of: path))
      hash = content.hash(of: path) ?? ""
    } catch {
      problems.append(content.diagnostic(error, in: path))
    }
  }
}
