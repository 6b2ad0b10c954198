/// A random number generator that gives the same numbers for the same seed on every machine.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). For
/// the order of questions, not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The values in an order determined only by the seed.
    ///
    /// The shuffle is implemented here because the standard library's may change with its version,
    /// and the same seed must give the same round.
    public mutating func shuffled<Value>(_ values: [Value]) -> [Value] {
        var values = values
        for index in values.indices.reversed().dropLast() {
            values.swapAt(index, below(index + 1))
        }
        return values
    }

    /// A uniformly distributed number of 0..<bound.
    ///
    /// - Precondition: `bound` is positive.
    public mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "The bound must be positive, not \(bound).")
        // The high half of the product (Lemire, 2019); the bias for the few dozen values of a game
        // is below 2⁻⁵⁰.
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number of 0..<1.
    public mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
