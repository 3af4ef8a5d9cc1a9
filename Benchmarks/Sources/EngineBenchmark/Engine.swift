import Measuring
import OpenCombineWorkloads
import RxWorkloads

#if RXSWIFT
  import RxSwiftWorkloads
#endif

/// Something that does the workloads.
enum Engine: String, CaseIterable, Codable, CodingKeyRepresentable {
  case ours, rxSwift, openCombine

  /// The workloads that each engine can run, by their names.
  private static let runs: [Engine: [String: @Sendable (Int) -> Int]] = {
    var runs = [Engine.ours: byName(RxWorkloads.workloads), .openCombine: openCombineWorkloads]
    #if RXSWIFT
      runs[.rxSwift] = byName(RxSwiftWorkloads.workloads)
    #endif
    let unknown = openCombineWorkloads.keys.filter { runs[.ours]?[$0] == nil }
    precondition(unknown.isEmpty, "no workload has the name of OpenCombine's \(unknown)")
    return runs
  }()

  private static func byName(_ workloads: [Workload]) -> [String: @Sendable (Int) -> Int] {
    Dictionary(uniqueKeysWithValues: workloads.map { ($0.name, $0.run) })
  }

  /// - Returns: nothing if the engine has no such operator, or is not at hand.
  func run(_ workload: Workload) -> (@Sendable (Int) -> Int)? { Self.runs[self]?[workload.name] }
}
