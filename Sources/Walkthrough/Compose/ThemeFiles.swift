extension Theme {
  /// The files that are copied to the site.
  func files() -> [SiteFile] {
    Self.names(in: folder, ["fonts", "images", "scripts", "styles"]).map {
      SiteFile(copying: folder.appendingPathComponent($0), to: $0)
    }
  }
}
