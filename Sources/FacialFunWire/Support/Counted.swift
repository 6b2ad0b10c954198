/// A number with its noun in singular or plural: "1 face", "2 faces", "0 faces".
package enum Counted {
    /// The number and its noun.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - one: The text after 1, including words that change with the number ("file is").
    ///   - many: The text after every other number; nil for `one` with an s.
    /// - Returns: For example "3 faces".
    package static func text(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        text("\(number)", one, many)
    }

    /// A figure that is already text, such as a rounded number or a list ("30, 15"), and its noun.
    package static func text(_ figure: String, _ one: String, _ many: String? = nil) -> String {
        figure + " " + (figure == "1" ? one : many ?? one + "s")
    }
}
