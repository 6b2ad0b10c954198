import Synchronization

/// Whether a network has ever given a number that is not finite.
///
/// Weights can be finite one by one and still overflow together, which no check of a file finds. Such
/// outputs mean nothing and would stop what computes with them: they become zeros, and all that comes
/// of the network from then on is an error.
final class Soundness: Sendable {
    private let isLost = Atomic<Bool>(false)

    /// Whether all numbers so far were finite.
    var isSound: Bool { !isLost.load(ordering: .relaxed) }

    /// Notes that one was not.
    func lose() { isLost.store(true, ordering: .relaxed) }

    /// Makes zeros of an output that is not finite, and notes it.
    func check(_ output: UnsafeMutableBufferPointer<Float>) {
        // The exponent of all ones is that of infinities and of what is no number.
        let special: UInt32 = 0x7F80_0000
        var largest: UInt32 = 0
        for value in output { largest = max(largest, value.bitPattern & special) }
        guard largest == special else { return }
        lose()
        output.update(repeating: 0)
    }
}
