import CFacialFun
import Glibc
import NeuralNetwork

/// Scratch memory for resampling, which grows to the maximum size needed and is reused.
///
/// Not thread-safe: ``withShared(_:)`` lends an exclusive instance.
final class ImageScratch {
    private let handle: OpaquePointer
    private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var numbers = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

    private init() {
        guard let handle = cik_scratch_make() else { fatalError("no memory to resample pictures") }
        self.handle = handle
    }

    deinit {
        cik_scratch_free(handle)
        free(bytes.baseAddress)
        numbers.deallocate()
    }

    /// The C kernels' own memory.
    var kernelScratch: OpaquePointer { handle }

    /// Uninitialized bytes, valid until the next call.
    func pixels(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        if bytes.count < count {
            free(bytes.baseAddress)
            guard let memory = malloc(count) else { fatalError("no memory for \(count) bytes") }
            bytes = UnsafeMutableBufferPointer(
                start: memory.bindMemory(to: UInt8.self, capacity: count), count: count)
        }
        return UnsafeMutableBufferPointer(rebasing: bytes[..<count])
    }

    /// Uninitialized numbers, valid until the next call.
    func floats(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
        if numbers.count < count {
            numbers.deallocate()
            numbers = .allocate(capacity: count)
            numbers.initialize(repeating: 0)
        }
        return UnsafeMutableBufferPointer(rebasing: numbers[..<count])
    }

    // MARK: Sharing

    private static let pool = Pool { ImageScratch() }

    /// Lends scratch memory for one call.
    ///
    /// The number of instances grows to the number of concurrent threads.
    static func withShared<R>(_ body: (ImageScratch) -> R) -> R {
        pool.withElement { body($0) }
    }
}
