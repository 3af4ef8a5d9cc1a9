import Testing

/// All tests of virtual time run one after another: recordings are the process's.
@Suite(.serialized)
enum VirtualTimeTests {}
