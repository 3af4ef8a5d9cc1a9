import RxTrace

extension Theme {
  /// The files that the site gets: those of the look, of which `bundles.yml` puts some together.
  /// - Throws: ``SiteSetupError``
  func files() throws -> [SiteFile] {
    let bundles = try bundles()
    let parts = Set(bundles.flatMap(\.parts))
    let copied = Self.names(in: folder, ["fonts", "images", "scripts", "styles"]).filter { !parts.contains($0) }.map {
      SiteFile(copying: folder.appendingPathComponent($0), to: $0)
    }
    return copied + bundles.map { file(of: $0.parts, at: $0.path) }
  }

  /// The bundles in `bundles.yml`. Pages load a bundle instead of several files, because a page waits for each file.
  private func bundles() throws -> [(path: String, parts: [String])] {
    let url = folder.appendingPathComponent("bundles.yml")
    guard let bytes = [UInt8](contentsOfFile: url.path) else { return [] }
    do {
      let map = try YAML.read(String(decoding: bytes, as: UTF8.self), as: "the bundles")?.map ?? []
      return map.map { ($0.key.text ?? "", $0.value.list?.compactMap(\.text) ?? []) }
    } catch {
      throw SiteSetupError("\(url.relativePath):\(error.place.line): \(error.message)")
    }
  }

  private func file(of parts: [String], at path: String) -> SiteFile {
    let files = parts.map { SiteFile(copying: folder.appendingPathComponent($0), to: $0) }
    let key = files.map(\.key).joined(separator: " ")
    // A script may end without a semicolon.
    let separator = path.hasSuffix(".js") ? ";\n" : "\n"
    return SiteFile(path: path, origin: folder.appendingPathComponent("bundles.yml").relativePath, key: key) {
      try Array(files.map { try $0.make() }.joined(separator: separator.utf8))
    }
  }
}
