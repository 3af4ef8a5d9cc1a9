/// The inputs of a site, as far as they are known without the last build.
struct SiteInput: Sendable {
  let theme: Theme
  let content: ContentFolder
  let settings: SettingsReader
  let reader: PageReader
  /// The origins of all pages, sorted.
  let origins: [PageOrigin]
  let names: PageTable
  let sources: SourceLibrary

  /// - Throws: ``SiteSetupError``
  init(_ folders: SiteFolders, _ memory: BuildMemory) throws {
    theme = memory.theme(like: try Theme(folder: folders.look))
    content = ContentFolder(folders.content)
    settings = SettingsReader(content: content)
    reader = PageReader(content: content, languages: Set(theme.wordings.keys))
    origins = content.pages(languages: reader.languages)
    names = PageTable(origins: origins, known: reader.languages)
    sources = try SourceLibrary(
      folders: folders.sources, hooks: settings.settings.hooks, remembered: memory.rememberedSources)
  }
}
