import CFacialFun

/// Zeroed memory for the kernels, released with the object.
final class FloatMemory {
    /// Aligned at least to a cache line.
    let base: UnsafeMutablePointer<Float>
    private let count: Int

    /// Allocates memory for floats; ends the process if memory is exhausted, like every allocation
    /// in Swift.
    init(count: Int) {
        guard let base = cnk_allocate(count) else { fatalError("no memory for \(count) floats") }
        self.base = base
        self.count = count
    }

    deinit { cnk_release(base, count) }
}
