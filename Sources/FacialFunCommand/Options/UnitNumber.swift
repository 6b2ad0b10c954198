import CommandSupport

/// A whole number with a unit behind it.
enum UnitNumber {
    /// Reads digits and a unit in any case of letters, as `50MB`.
    ///
    /// - Returns: The number times the unit's factor, 1 to `atMost`; nil for anything else.
    static func parse(_ text: String, units: [String: Int], atMost: Int) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits),
            let factor = units[text.dropFirst(digits.count).uppercased()]
        else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow || value < 1 || value > atMost ? nil : value
    }
}
