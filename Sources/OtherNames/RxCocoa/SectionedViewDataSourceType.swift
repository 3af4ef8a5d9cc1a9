import Foundation

/// A data source that knows the model at each place of a list.
public protocol SectionedViewDataSourceType {
  /// The model at a place.
  /// - Throws: an error if there is none.
  func model(at indexPath: IndexPath) throws -> Any
}
