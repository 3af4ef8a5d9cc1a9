import Foundation
import RxTrace

/// Everything that a set of Swift files declares, found by name.
struct SourceIndex: Sendable {
  private(set) var files: [SourceFile] = []
  private(set) var declarations: [Declaration] = []
  /// Accessors, and extensions as a whole.
  private(set) var parts: [Declaration] = []
  /// The links from words of the files to the declarations that they name.
  private(set) var symbols: SymbolLinks?
  private var typesByName: [String: Declaration] = [:]
  /// The qualified names of nested types, by their last names.
  private var nestedTypes: [String: [String]] = [:]
  private var filesByName: [String: [Int]] = [:]
  /// The range of each file's declarations in ``declarations``.
  private var rangesByFile: [Range<Int>] = []
  /// Positions in ``declarations`` and in ``parts``, by base name.
  private var declarationsByName: [String: [Int]] = [:]
  private var partsByName: [String: [Int]] = [:]
  private var membersByOwner: [String: [Declaration]] = [:]
  /// Conformances that extensions add to types whose file has not been read yet.
  private var pendingConformances: [String: [String]] = [:]

  /// An empty index.
  init() {}

  /// A file of a module.
  struct File: Sendable {
    /// The name for readers: `Rx/Core/Observable.swift`.
    var name: String
    var module: String
    var url: URL
  }

  /// - Parameter hooks: The names of the files' own instrumentation.
  init(files: [File], hooks: HookNames = HookNames()) {
    let read = Parallel.map(Array(files.enumerated())) { place, file in
      let text = String(decoding: [UInt8](contentsOfFile: file.url.path) ?? [], as: UTF8.self)
      let parsed = ParsedSource(text)
      let lines = HookCollector.lines(of: parsed.tree, text, hooks)
      return (
        SourceFile(name: file.name, module: file.module, parsed, hooks: lines),
        CollectedDeclarations(parsed, file: place)
      )
    }
    for (file, collected) in read { add(file, collected) }
    symbols = SymbolLinks(self)
  }

  /// Every `.swift` file under some folders, in the order of folders and sorted in each. A folder has the name of its
  /// module.
  static func files(in folders: [URL]) -> [File] {
    folders.flatMap { folder in
      let module = folder.standardizedFileURL.lastPathComponent
      return FolderEntry.files(below: folder.path).filter { $0.hasSuffix(".swift") }.sorted().map {
        File(name: "\(module)/\($0)", module: module, url: folder.appendingPathComponent($0))
      }
    }
  }

  /// A copy of the index with one more file.
  func adding(fileNamed name: String, text: String) -> SourceIndex {
    var index = self
    let parsed = ParsedSource(text)
    index.add(SourceFile(name: name, module: nil, parsed), CollectedDeclarations(parsed, file: files.count))
    index.symbols = SymbolLinks(index, base: symbols, firstFile: files.count)
    return index
  }

  private mutating func add(_ file: SourceFile, _ collected: CollectedDeclarations) {
    filesByName[file.fileName, default: []].append(files.count)
    files.append(file)
    let added = collected.declarations.filter { !$0.kind.isPart }
    for (place, declaration) in added.enumerated() {
      declarationsByName[declaration.baseName, default: []].append(declarations.count + place)
    }
    rangesByFile.append(declarations.count..<(declarations.count + added.count))
    declarations += added
    for part in collected.declarations where part.kind.isPart {
      partsByName[part.baseName, default: []].append(parts.count)
      parts.append(part)
    }
    for declaration in added {
      if declaration.kind.isType {
        typesByName[declaration.qualifiedName] = declaration
        if declaration.owner != nil { nestedTypes[declaration.name, default: []].append(declaration.qualifiedName) }
      }
      if let owner = declaration.owner { membersByOwner[owner, default: []].append(declaration) }
    }
    for (type, protocols) in collected.conformances { pendingConformances[type, default: []] += protocols }
    settleConformances()
  }

  private mutating func settleConformances() {
    for (type, protocols) in pendingConformances where typesByName[type] != nil {
      let known = typesByName[type]!.inherited
      typesByName[type]!.inherited += protocols.filter { !known.contains($0) }
      pendingConformances[type] = nil
    }
  }

  /// A type by its qualified name, or by its last name if it is nested.
  func type(named name: String) -> Declaration? {
    typesByName[name]
      ?? name.split(separator: ".").last.flatMap { typesByName[String($0)] }
      ?? nestedTypes[name]?.min().flatMap { typesByName[$0] }
  }

  /// The declarations of a file, in order.
  func declarations(inFile file: Int) -> ArraySlice<Declaration> { declarations[rangesByFile[file]] }

  /// Declarations, accessors and extensions with this base name.
  func all(named baseName: String) -> [Declaration] {
    (declarationsByName[baseName] ?? []).map { declarations[$0] } + (partsByName[baseName] ?? []).map { parts[$0] }
  }

  var typeNames: [String] { typesByName.keys.sorted() }

  /// Whether a type has this qualified name.
  func isType(_ qualifiedName: String) -> Bool { typesByName[qualifiedName] != nil }

  func members(of type: String) -> [Declaration] { membersByOwner[type] ?? [] }

  /// The type itself, its superclasses, then every protocol that they conform to, nearest first.
  func ancestry(of name: String) -> [Declaration] {
    guard let start = type(named: name) else { return [] }
    var chain = [start]
    var known: Set = [start.qualifiedName]
    while let superclass = chain.last?.inherited.lazy.compactMap(type(named:)).first(where: { $0.kind == .class }),
      known.insert(superclass.qualifiedName).inserted
    {
      chain.append(superclass)
    }
    var position = 0
    while position < chain.count {
      let inherited = chain[position].inherited.compactMap(type(named:))
      chain += inherited.filter { known.insert($0.qualifiedName).inserted }
      position += 1
    }
    return chain
  }

  /// The file that a trace means by `Module/File.swift`: of that module if there is one.
  func file(for line: String) -> Int? {
    let parts = line.split(separator: "/")
    guard let fileName = parts.last else { return nil }
    let matching = filesByName[String(fileName)] ?? []
    let module = parts.first.map(String.init)
    return matching.first { files[$0].module == module } ?? matching.first { files[$0].module == nil } ?? matching.first
  }
}
