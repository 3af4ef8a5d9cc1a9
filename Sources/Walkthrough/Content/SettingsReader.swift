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
      for folder in settings.folders where FolderEntry.all(in: content.path + "/" + folder.text).isEmpty {
        let problem = Problem(folder.place, "nothing is in `\(folder.text)`, a path from the content folder")
        problems.append(content.diagnostic(problem, in: path))
        settings.forget(folder.text)
      }
    } catch {
      problems.append(content.diagnostic(error, in: path))
    }
  }
}
