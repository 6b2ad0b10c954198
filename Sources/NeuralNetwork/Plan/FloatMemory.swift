import CFacialFun

/// Zeroed memory of the kernels, given back with the object.
final class FloatMemory {
    /// At the start of a cache line at least.
    let base: UnsafeMutablePointer<Float>
    private let count: Int

    /// Takes memory for so many floats; ends the process where the system has none left, as every
    /// allocation in Swift does.
    init(count: Int) {
        guard let base = cnk_allocate(count) else { fatalError("no memory for \(count) floats") }
        self.base = base
        self.count = count
    }

    deinit { cnk_release(base, count) }
}
