import Foundation

/// A data source that has a model for each index path of a list.
public protocol SectionedViewDataSourceType {
  /// The model at an index path.
  /// - Throws: an error if there is none.
  func model(at indexPath: IndexPath) throws -> Any
}
