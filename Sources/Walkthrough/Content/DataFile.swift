import RxTrace

/// The data of a page that directives read, in one language.
struct DataFile {
  private let data: YAML
  let language: String

  /// - Throws: ``Problem`` for a text that is not a map.
  init(_ text: String, language: String) throws(Problem) {
    guard let data = try YAML.read(text, as: "the data"), data.map != nil else {
      throw Problem(line: 1, "the data must be a map of `key: value` lines")
    }
    (self.data, self.language) = (data, language)
  }

  init(_ data: YAML, language: String) { (self.data, self.language) = (data, language) }

  /// The value of a key; nil if there is none.
  subscript(key: String) -> DataFile? {
    data.map?.first { $0.key.text == key }.map { DataFile($0.value, language: language) }
  }

  /// The text in the language, or in the main one, or the only one; nil for a list and for another map.
  var text: String? { data.text ?? (self[language] ?? self[Wording.mainLanguage])?.data.text }

  var list: [DataFile]? { data.list?.map { DataFile($0, language: language) } }

  /// The keys of a map, each with its place.
  var keys: [(name: String, place: Place)] { data.map?.map { ($0.key.text ?? "", $0.key.place) } ?? [] }

  var place: Place { data.place }
}
