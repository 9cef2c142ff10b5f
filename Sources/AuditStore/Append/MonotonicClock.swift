import Glibc

/// The clock that never goes back.
enum MonotonicClock {
  /// Nanoseconds since some instant in the past.
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
