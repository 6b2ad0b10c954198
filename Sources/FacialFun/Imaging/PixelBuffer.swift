import Glibc

/// Memory for pixels that is written once by its creator and then only read.
///
/// `@unchecked Sendable` because nothing writes to it while more than one reference exists:
/// ``Image`` publishes it only after it is filled, and ``Canvas`` and ``ReusableImage`` write only
/// to uniquely owned buffers.
final class PixelBuffer: @unchecked Sendable {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Allocates uninitialized memory; nil if memory is exhausted.
    init?(count: Int) {
        guard let memory = malloc(max(count, 1)) else { return nil }
        bytes = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: UInt8.self, capacity: max(count, 1)), count: count)
    }

    /// Makes a copy; nil if memory is exhausted.
    func copy() -> PixelBuffer? {
        guard let other = PixelBuffer(count: bytes.count) else { return nil }
        _ = other.bytes.update(fromContentsOf: bytes)
        return other
    }

    deinit { free(bytes.baseAddress) }
}
