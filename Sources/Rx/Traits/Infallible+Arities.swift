// Made by Scripts/arities: edit and run that instead of this file.
//
// An overload for each number of sequences up to eight. The overload with a parameter pack takes any number, but the
// compiler cannot infer its tuple's type for a closure in the same expression: `.map { $0.0 }` would not compile.

extension InfallibleType where Element == Any {
  /// The latest elements of two sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<O1: InfallibleType, O2: InfallibleType>(
    _ source1: O1, _ source2: O2
  ) -> Infallible<(O1.Element, O2.Element)> {
    Infallible.combineLatest(source1, source2) { ($0, $1) }
  }

  /// The latest elements of three sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType>(
    _ source1: O1, _ source2: O2, _ source3: O3
  ) -> Infallible<(O1.Element, O2.Element, O3.Element)> {
    Infallible.combineLatest(source1, source2, source3) { ($0, $1, $2) }
  }

  /// The latest elements of four sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType>(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element)> {
    Infallible.combineLatest(source1, source2, source3, source4) { ($0, $1, $2, $3) }
  }

  /// The latest elements of five sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
    Infallible.combineLatest(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
  }

  /// The latest elements of six sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
    O6: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
    Infallible.combineLatest(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
  }

  /// The latest elements of seven sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
    O6: InfallibleType, O7: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
    Infallible.combineLatest(source1, source2, source3, source4, source5, source6, source7) {
      ($0, $1, $2, $3, $4, $5, $6)
    }
  }

  /// The latest elements of eight sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
    O6: InfallibleType, O7: InfallibleType, O8: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
    _ source8: O8
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
    Infallible.combineLatest(source1, source2, source3, source4, source5, source6, source7, source8) {
      ($0, $1, $2, $3, $4, $5, $6, $7)
    }
  }

  /// The first elements of two sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<O1: InfallibleType, O2: InfallibleType>(
    _ source1: O1, _ source2: O2
  ) -> Infallible<(O1.Element, O2.Element)> {
    Infallible.zip(source1, source2) { ($0, $1) }
  }

  /// The first elements of three sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType>(
    _ source1: O1, _ source2: O2, _ source3: O3
  ) -> Infallible<(O1.Element, O2.Element, O3.Element)> {
    Infallible.zip(source1, source2, source3) { ($0, $1, $2) }
  }

  /// The first elements of four sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType>(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element)> {
    Infallible.zip(source1, source2, source3, source4) { ($0, $1, $2, $3) }
  }

  /// The first elements of five sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
    Infallible.zip(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
  }

  /// The first elements of six sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
    O6: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
    Infallible.zip(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
  }

  /// The first elements of seven sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
    O6: InfallibleType, O7: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
    Infallible.zip(source1, source2, source3, source4, source5, source6, source7) { ($0, $1, $2, $3, $4, $5, $6) }
  }

  /// The first elements of eight sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<
    O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
    O6: InfallibleType, O7: InfallibleType, O8: InfallibleType
  >(
    _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
    _ source8: O8
  ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
    Infallible.zip(source1, source2, source3, source4, source5, source6, source7, source8) {
      ($0, $1, $2, $3, $4, $5, $6, $7)
    }
  }
}
