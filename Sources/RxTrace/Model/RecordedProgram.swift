/// The facts about a program that its recording holds: the files that it was loaded from, and the symbols and source texts
/// that the command added behind the run.
///
/// All of it is data from whoever made the recording. No file is opened because it is named here.
struct RecordedProgram: Sendable {
  /// The files that the program was loaded from, by their paths.
  var images: [String: Image] = [:]
  /// The frames of return addresses, innermost first; none for an address of which nothing is known.
  var frames: [ReturnAddress: [SymbolFrame]] = [:]
  /// The texts of source files, by the names that frames give them.
  var texts: [String: String] = [:]
  /// A number that no source file of the recording has.
  var freeSourceNumber: UInt32 = 1

  struct Image: Sendable {
    var number: UInt32
    /// See ``RecordingOrigin/mark(ofImage:)``.
    var mark: UInt32
  }
}

/// A frame as debug information and recordings have it, before it is known whose it is.
struct SymbolFrame: Hashable, Sendable {
  /// The linker's name of the function.
  var function: String
  var line: SourceLine?
}
