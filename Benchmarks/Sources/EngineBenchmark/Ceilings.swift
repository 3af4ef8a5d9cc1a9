import Foundation
import Measuring

/// The counts that a unit of each workload had when the file was written. More by a twentieth is too much.
struct Ceilings {
  static let file = "Benchmarks/ceilings.txt"

  /// Another processor has other instructions.
  #if os(Linux) && arch(x86_64)
    static let isForThisMachine = true
  #else
    static let isForThisMachine = false
  #endif

  private(set) var counts: [String: Counts] = [:]

  init() throws {
    let lines = try String(contentsOfFile: Self.file, encoding: .utf8).split(separator: "\n")
    for line in lines where !line.hasPrefix("#") {
      let fields = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
      let numbers = fields.prefix(3).compactMap { Double($0) }
      guard fields.count == 4, numbers.count == 3 else {
        throw InvalidLine(description: "\(Self.file): no three numbers and a name: \(line)")
      }
      counts[fields[3].trimmingCharacters(in: .whitespaces)] =
        Counts(instructions: numbers[0], allocations: numbers[1], typeRequests: numbers[2])
    }
  }

  private struct InvalidLine: Error, CustomStringConvertible {
    var description: String
  }

  /// The counts of a workload that exceed its ceiling, in words.
  func exceeded(by counts: Counts, of name: String) -> [String] {
    guard Self.isForThisMachine else { return [] }
    guard let ceiling = self.counts[name] else { return ["no ceiling"] }
    return Counts.names.compactMap { title, count in
      // A hundredth of an allocation is the growth of an array.
      let most = ceiling[keyPath: count] * (count == \.instructions ? counts.tolerance : 1.05) + 0.02
      return counts[keyPath: count] > most ? "\(title) > \(format(ceiling[keyPath: count], digits: 1))" : nil
    }
  }

  /// Replaces the counts of the workloads, and forgets those that `names` does not have.
  mutating func update(_ counts: [String: Counts], names: [String]) throws {
    self.counts.merge(counts) { _, new in new }
    let lines = names.compactMap { name in
      self.counts[name].map { counts in
        Counts.names.map { format(counts[keyPath: $0.count], digits: 2).padded(to: 14, leading: true) }.joined() + "  "
          + name
      }
    }
    let head = """
      # The costs of one unit of each workload, on x86-64 Linux with Swift 6.3. `make bench` fails if one exceeds them by a twentieth.
      # `Scripts/bench counts --update` writes this file.
      # instructions   allocations type requests  workload
      """
    try Data((head + "\n" + lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: Self.file), options: .atomic)
  }
}

extension Counts {
  static let names: [(title: String, count: any KeyPath<Counts, Double> & Sendable)] = [
    ("instructions", \.instructions), ("allocations", \.allocations), ("type requests", \.typeRequests),
  ]
}
