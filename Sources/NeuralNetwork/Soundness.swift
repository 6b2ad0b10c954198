import Synchronization

/// Whether a network has ever computed a non-finite output.
///
/// Weights can be finite individually and still overflow together, which no check of a file
/// detects. Such outputs are meaningless and would crash later code: they become zeros, and all
/// later results of the network are errors.
final class Soundness: Sendable {
    private let isLost = Atomic<Bool>(false)

    /// Whether all numbers so far were finite.
    var isSound: Bool { !isLost.load(ordering: .relaxed) }

    /// Records a non-finite number.
    func lose() { isLost.store(true, ordering: .relaxed) }

    /// Replaces a non-finite output by zeros, and records it.
    func check(_ output: UnsafeMutableBufferPointer<Float>) {
        // Infinities and NaNs have an exponent of all ones.
        let special: UInt32 = 0x7F80_0000
        var largest: UInt32 = 0
        for value in output { largest = max(largest, value.bitPattern & special) }
        guard largest == special else { return }
        lose()
        output.update(repeating: 0)
    }
}
