extension UnsafeRawBufferPointer {
  /// The bytes without trailing 4-byte numbers that are 0.
  var withoutLastZeros: Slice<UnsafeRawBufferPointer> {
    var end = count
    while end > 0, load(fromByteOffset: end - 4, as: UInt32.self) == 0 { end -= 4 }
    return self[..<end]
  }
}
