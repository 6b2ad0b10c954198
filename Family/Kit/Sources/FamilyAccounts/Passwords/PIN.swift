/// The normalized parent PIN: four digits that keep a child out of the parent's part.
///
/// It protects against curious children. The password protects against attackers.
public enum PIN {
    /// Number of digits.
    public static let digits = 4

    /// Whether a PIN is easy to guess: the same digit four times, consecutive digits, or a pair
    /// twice.
    static func isTrivial(_ pin: String) -> Bool {
        let values = pin.utf8.map { Int($0) - 0x30 }
        let steps = zip(values.dropFirst(), values).map { ($0 - $1 + 10) % 10 }
        return Set(steps).count == 1 && [0, 1, 9].contains(steps[0])
            || values.prefix(2) == values.suffix(2)
    }

    /// The PIN in ASCII digits, converted from the digits of any keyboard; nil if it is invalid.
    static func normalised(_ typed: String) -> String? {
        guard let form = Password.normalised(typed) else { return nil }
        let pin = form.filter { !$0.isWhitespace }
        guard pin.count == digits, pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return pin
    }
}
