/// Numbers for people, with a fixed number of decimals and without a locale.
package enum FixedPoint {
    /// A finite number rounded to `decimals` places, half away from zero.
    package static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        let factor = (0..<decimals).reduce(1) { result, _ in result * 10 }
        let scaled = Int((abs(value) * Double(factor)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % factor)
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(sign)\(scaled / factor).\(zeros)\(fraction)"
    }
}
