import Synchronization

/// The links of each file of an index, worked out when a page first shows the file.
final class SymbolLinks: Sendable {
  private let index: SourceIndex
  /// The links of the files that this index inherits: adding a file does not change the links of other files.
  private let base: SymbolLinks?
  private let firstFile: Int

  private struct State {
    var table: SymbolTable?
    var links: [Int: [[SymbolTable.Link]]] = [:]
  }
  private let state = Mutex(State())

  init(_ index: SourceIndex, base: SymbolLinks? = nil, firstFile: Int = 0) {
    self.index = index
    self.base = base
    self.firstFile = firstFile
  }

  /// The links of each line.
  func links(ofFile file: Int) -> [[SymbolTable.Link]] {
    if file < firstFile, let base { return base.links(ofFile: file) }
    return state.withLock { state in
      if let known = state.links[file] { return known }
      let links = withTable(&state) { $0.links(in: index.files[file], at: file) }
      state.links[file] = links
      return links
    }
  }

  private func withTable<Result>(_ state: inout State, _ use: (inout SymbolTable) -> Result) -> Result {
    var table = state.table ?? SymbolTable(index, base: base?.knownTable())
    // The table leaves the state, so that its memory grows in place.
    state.table = nil
    defer { state.table = table }
    return use(&table)
  }

  private func knownTable() -> SymbolTable {
    state.withLock { state in withTable(&state) { $0 } }
  }
}
