/// How another process tells a program to record: a line of text to the program's socket, and a line back.
///
/// A line has fields with tabs between them. The first one names the version, so that programs and tools of different
/// versions understand why they do not understand each other.
public enum ControlFormat {
  /// The environment variable that names the folder of the sockets.
  public static let variable = "HEADWATER_CONTROL"
  /// The first field of each line.
  public static let greeting = "headwater 1"
  /// Bytes of a line, with its end.
  public static let longestLine = 8192

  /// The path of a program's socket.
  public static func socket(ofProcess process: Int32, in folder: String) -> String { "\(folder)/\(process)\(suffix)" }

  /// The program that a socket belongs to; nil for the name of another file.
  public static func process(ofSocket name: String) -> Int32? {
    name.hasSuffix(suffix) ? Int32(name.dropLast(suffix.count)) : nil
  }

  private static let suffix = ".socket"

  /// The fields of a line behind the first one; nil if that names another version.
  public static func fields(of line: String) -> [String]? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return fields.first == greeting ? Array(fields.dropFirst()) : nil
  }

  fileprivate static func line(_ fields: [String]) -> String {
    ([greeting] + fields).map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }.joined(separator: "\t")
  }
}

/// A request to a running program.
public enum ControlRequest: Equatable, Sendable {
  /// The answer has the fields of a ``ControlledState``.
  case state
  /// Copy the recording to a path.
  case snapshot(path: String)
  /// Begin to record, into a ring of this many bytes. The recording ends with the connection.
  case start(path: String, ring: Int, callsDescriptions: Bool)
  /// End the recording that this connection began.
  case stop
  /// End the recording, whoever began it.
  case end

  /// - Returns: nil for fields that are no request.
  public init?(fields: [String]) {
    switch (fields.first, fields.count) {
    case ("state", 1): self = .state
    case ("snapshot", 2): self = .snapshot(path: fields[1])
    case ("start", 4):
      guard let ring = Int(fields[2]), ["0", "1"].contains(fields[3]) else { return nil }
      self = .start(path: fields[1], ring: ring, callsDescriptions: fields[3] == "1")
    case ("stop", 1): self = .stop
    case ("end", 1): self = .end
    default: return nil
    }
  }

  /// Without the line break. A path with a tab or a line break in it would come out as another one.
  public var line: String {
    switch self {
    case .state: ControlFormat.line(["state"])
    case .snapshot(let path): ControlFormat.line(["snapshot", path])
    case .start(let path, let ring, let callsDescriptions):
      ControlFormat.line(["start", path, "\(ring)", callsDescriptions ? "1" : "0"])
    case .stop: ControlFormat.line(["stop"])
    case .end: ControlFormat.line(["end"])
    }
  }
}

/// The answer of a running program.
public enum ControlAnswer: Equatable, Sendable {
  case done([String])
  /// It could not be done; the text says why.
  case refused(String)

  /// - Returns: nil for fields that are no answer.
  public init?(fields: [String]) {
    switch fields.first {
    case "ok": self = .done(Array(fields.dropFirst()))
    case "no" where fields.count == 2: self = .refused(fields[1])
    default: return nil
    }
  }

  /// Without the line break.
  public var line: String {
    switch self {
    case .done(let fields): ControlFormat.line(["ok"] + fields)
    case .refused(let reason): ControlFormat.line(["no", reason])
    }
  }
}

/// The state of a running program, as it answers it.
public struct ControlledState: Equatable, Sendable {
  public var name: String
  /// When it allowed to be told, in seconds since 1970.
  public var since: Int
  /// The path of the recording that is under way.
  public var recording: String?

  public init(name: String, since: Int, recording: String?) {
    (self.name, self.since, self.recording) = (name, since, recording)
  }

  /// - Returns: nil for fields that are no state.
  public init?(fields: [String]) {
    guard fields.count == 3, let since = Int(fields[1]) else { return nil }
    self.init(name: fields[0], since: since, recording: fields[2].isEmpty ? nil : fields[2])
  }

  public var fields: [String] { [name, "\(since)", recording ?? ""] }
}
