import Foundation

extension LocatedTrace {
  /// Reads a trace file, and finds its source lines: in what it holds itself, and for the rest in the programs that it
  /// names, unless a program has changed since.
  ///
  /// The author of the file chose those names. Therefore a program is opened only if it was recorded into this very file for
  /// the same user on this machine, or if the program lies in a trusted folder.
  /// - Throws: ``TraceError``
  public init(contentsOf path: String, trusting trusted: TrustedFolders = TrustedFolders()) throws {
    try self.init(contentsOf: path, trusting: trusted, opensSources: false)
  }

  /// - Parameter opensSources: whether the caller may need the source files, and not only their text.
  /// - Throws: ``TraceError``
  package init(contentsOf path: String, trusting trusted: TrustedFolders, opensSources: Bool) throws {
    let trace = try Trace(contentsOf: path)
    self = Self.located(trace, path, trusting: trusted, opensSources: opensSources).run
  }

  /// Reads the requested part of a trace file, or all of it if no part is requested.
  package init(contentsOf path: String, part: PartRequest?, trusting trusted: TrustedFolders) throws {
    guard let request = part else {
      try self.init(contentsOf: path, trusting: trusted)
      return
    }
    var plan: PartPlan?
    let part = try Trace(contentsOf: path, request, &plan)
    self = Self.located(part, path, trusting: trusted, opensSources: false).run
    if let plan { stepsInRun = plan.stepsInRun }
  }

  /// A run of a recording, or its call stacks only, with the symbols and the source files that may be used.
  package static func located(
    _ trace: Trace, _ path: String, trusting trusted: TrustedFolders, opensSources: Bool
  ) -> (run: LocatedTrace, search: SymbolSearch) {
    var run = LocatedTrace(trace: trace)
    let own = OwnRecording(path)
    let search = SymbolSearch(trace, path: path, startOfRecording: startOfRecording(path)) { image in
      own?.hasNamed(image, in: trace.program) ?? false || trusted.contains(image)
    }
    run.locate(search)
    let isWhole = run.sourceFiles.allSatisfy { run.texts[$0] != nil || !$0.hasSuffix(".swift") }
    // Files are looked for only if the recording lacks them.
    let named = own != nil && (opensSources || !isWhole) ? search.namedSources() : []
    let found = run.sourceFiles.filter { named.contains($0) || trusted.contains($0) }
    run.remark = search.remark ?? (found.isEmpty ? run.remarkOnSources(path, isOwn: own != nil) : nil)
    // The steps are not visited if no folder is trusted, because a run has many steps.
    let sites: Set<String> = trusted.isEmpty ? [] : Set(trace.steps.compactMap(\.site?.file)).filter(trusted.contains)
    run.sourceFiles = sites.union(found).sorted()
    return (run, search)
  }

  /// A remark that lines of a recording from elsewhere cannot be shown; nil if the recording holds them.
  private func remarkOnSources(_ path: String, isOwn: Bool) -> String? {
    guard !isOwn, !trace.program.frames.isEmpty, texts.isEmpty, let file = sourceFiles.first else { return nil }
    return
      "\(path) was not recorded here and holds no source, so \(file), which it names, is not opened; "
      + "--trust FOLDER opens what lies in FOLDER"
  }

  /// A trace that this process has recorded of itself, with the lines of its own source.
  package init(ofThisProcess trace: Trace) {
    self.init(trace: trace)
    locate(SymbolSearch(trace, path: "", startOfRecording: .infinity) { _ in true })
  }

  /// Uses the symbols that a search found, which tell the origins of objects.
  package mutating func locate(_ search: SymbolSearch) {
    locate(search.symbols.mapValues { $0.map { Symbolicator.sourceFrame($0, amongSources: nil) } })
    remark = search.remark
  }

  /// The start in seconds since 1970; infinite if the file, such as a pipe, cannot be read twice.
  package static func startOfRecording(_ path: String) -> Double {
    guard isOrdinaryFile(path), let header = try? RecordReader(path: path).header, header.startWallClock > 0
    else { return .infinity }
    return Double(header.startWallClock) / 1e9
  }
}
