/// The facts about a program that its recording holds: the files that it was loaded from, and the symbols and source
/// texts that the command added after the run.
///
/// All of it is data from whoever made the recording, so no file is opened only because it is named here.
package struct RecordedProgram: Sendable {
  /// The files that the program was loaded from, by their paths.
  package var images: [String: Image] = [:]
  /// The frames of return addresses, innermost first; an unknown address has no frames.
  package var frames: [ReturnAddress: [SymbolFrame]] = [:]
  /// The texts of source files, by the names that frames give them.
  package var texts: [String: String] = [:]
  /// A number that no source file of the recording has.
  package var freeSourceNumber: UInt32 = 1

  package struct Image: Sendable {
    package var number: UInt32
    /// See ``RecordingOrigin/mark(ofImage:)``.
    package var mark: UInt32
  }
}

/// A frame as debug information and recordings have it, before its owner is known.
package struct SymbolFrame: Hashable, Sendable {
  /// The linker's name of the function.
  package var function: String
  package var line: SourceLine?
}
