/// A seeded generator (SplitMix64 of Steele, Lea and Flood, 2014).
///
/// A seed gives the same numbers on every machine, so failures can be reproduced.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator from a seed.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Random numbers between −scale and scale.
    package mutating func values(_ count: Int, scale: Float = 1) -> [Float] {
        (0..<count).map { _ in Float.random(in: -1...1, using: &self) * scale }
    }
}
