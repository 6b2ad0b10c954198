/// A random generator with the same numbers on every machine and in every version: SplitMix64
/// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SeededGenerator {
    private var state: UInt64

    /// A stream of numbers; different seeds or streams give unrelated numbers.
    package init(seed: UInt64, stream: UInt64) {
        // Without mixing, consecutive seeds or streams would be shifted copies of one sequence.
        state = Self.mixed(seed) ^ Self.mixed(~stream)
    }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// A number from 0 to `bound` − 1, uniformly distributed to within bound / 2⁶⁴.
    package mutating func next(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
