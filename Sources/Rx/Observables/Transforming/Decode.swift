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

/// Makes values of data.
public protocol DataDecoder {
  /// A value of a type that says itself how it is decoded.
  func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}
