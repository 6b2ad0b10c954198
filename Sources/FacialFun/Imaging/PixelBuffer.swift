import Glibc

/// Memory for pixels that is written once by its creator and then only read.
///
/// `@unchecked Sendable` because nothing writes to it while more than one reference exists:
/// ``Image`` publishes it only after it is filled, and ``Canvas`` and ``ReusableImage`` write only to
/// a buffer that they hold alone.
final class PixelBuffer: @unchecked Sendable {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Memory whose content is not defined, or nil when there is none left.
    init?(count: Int) {
        guard let memory = malloc(max(count, 1)) else { return nil }
        bytes = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: UInt8.self, capacity: max(count, 1)), count: count)
    }

    /// A copy, or nil when there is no memory left.
    func copy() -> PixelBuffer? {
        guard let other = PixelBuffer(count: bytes.count) else { return nil }
        _ = other.bytes.update(fromContentsOf: bytes)
        return other
    }

    deinit { free(bytes.baseAddress) }
}
