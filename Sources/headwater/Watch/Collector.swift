import ArgumentParser
import Foundation

/// The address of an OpenTelemetry collector that takes JSON over HTTP.
struct Collector {
  let host: String
  let port: Int
  /// The part of the address before `/v1/traces`; empty or `/path`.
  let path: String
  /// The address in the user's spelling.
  let text: String

  /// - Throws: `ValidationError`
  init(_ text: String) throws {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), let host = parts.host,
      !host.isEmpty, ["http", "https"].contains(scheme), parts.query == nil, parts.fragment == nil
    else {
      throw ValidationError(
        "--otlp takes the address of a collector, such as http://localhost:4318, and was given '\(text)'")
    }
    guard scheme == "http", parts.user == nil else {
      throw ValidationError(
        "--otlp sends without encryption and passwords, to http://…; a collector on this machine can send on to \(text)"
      )
    }
    let path = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
    guard !path.hasSuffix("/v1/traces"), !path.hasSuffix("/v1/metrics") else {
      throw ValidationError("--otlp adds /v1/traces and /v1/metrics itself; leave that out of '\(text)'")
    }
    self.host = host.trimmingCharacters(in: ["[", "]"])
    (port, self.path, self.text) = (parts.port ?? 80, path, text)
  }
}
