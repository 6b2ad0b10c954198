/// A number with its noun in the form that English wants: "1 face", "2 faces", "0 faces".
package enum Counted {
    /// The number and its noun.
    ///
    /// - Parameters:
    ///   - number: How many.
    ///   - one: What stands behind 1; words that change with the noun belong to it ("file is").
    ///   - many: What stands behind every other number; nil for `one` with an s.
    /// - Returns: As "3 faces".
    package static func text(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        text("\(number)", one, many)
    }

    /// A figure that is text already, rounded or a list of several ("30, 15"), and its noun.
    package static func text(_ figure: String, _ one: String, _ many: String? = nil) -> String {
        figure + " " + (figure == "1" ? one : many ?? one + "s")
    }
}
