import CommandSupport

/// An integer followed by a unit.
enum UnitNumber {
    /// Parses digits and a unit, ignoring case, such as `50MB`.
    ///
    /// - Returns: The number times the unit's factor, 1 to `atMost`; nil for other text.
    static func parse(_ text: String, units: [String: Int], atMost: Int) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits),
            let factor = units[text.dropFirst(digits.count).uppercased()]
        else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow || value < 1 || value > atMost ? nil : value
    }
}
