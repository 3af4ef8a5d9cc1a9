import Foundation

extension ObservableType where Element == Data {
  /// Values decoded from data. An error thrown by the decoder ends the sequence.
  ///
  ///     _ = Observable.just(Data("[1, 2]".utf8)).decode(type: [Int].self, decoder: JSONDecoder())
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: [1, 2]
  public func decode<Item: Decodable, Decoder: DataDecoder>(
    type: Item.Type, decoder: Decoder
  ) -> Observable<Item> {
    map { try decoder.decode(type, from: $0) }
  }
}

/// Decodes values from data.
public protocol DataDecoder {
  /// Decodes a value; throws if the data does not hold one.
  func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}
