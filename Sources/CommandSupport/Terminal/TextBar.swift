/// A fraction as a bar of characters.
package enum TextBar {
    /// A bar of at most `length` characters: in eighths of a character, or in whole ones without
    /// Unicode.
    package static func text(_ share: Double, length: Int, unicode: Bool) -> String {
        let clamped = min(max(share, 0), 1)
        guard unicode else {
            return String(repeating: "#", count: Int((clamped * Double(length)).rounded()))
        }
        let eighths = Int((clamped * Double(length * 8)).rounded())
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }
}
