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
    do throws(Problem) {
      guard let yaml = try YAML.read(String(decoding: bytes, as: UTF8.self), as: "the bundles") else { return [] }
      return try Self.bundles(in: yaml)
    } catch {
      throw SiteSetupError("\(url.relativePath):\(error.place.line):\(error.place.column): \(error.message)")
    }
  }

  private static func bundles(in yaml: YAML) throws(Problem) -> [(path: String, parts: [String])] {
    guard let map = yaml.map else { throw shape("the bundles are not a map", at: yaml) }
    var bundles: [(path: String, parts: [String])] = []
    for (key, value) in map {
      guard let path = key.text, !path.isEmpty else { throw shape("the path of a bundle is not a text", at: key) }
      guard let list = value.list else { throw shape("the parts of `\(path)` are not a list", at: value) }
      var parts: [String] = []
      for part in list {
        guard let text = part.text, !text.isEmpty else { throw shape("a part of `\(path)` is not a text", at: part) }
        parts.append(text)
      }
      bundles.append((path, parts))
    }
    return bundles
  }

  private static func shape(_ what: String, at yaml: YAML) -> Problem {
    Problem(
      yaml.place,
      "\(what): write each bundle as its path, such as `scripts/page.js:`, and under it one line `  - scripts/copy.js` "
        + "for each part")
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
