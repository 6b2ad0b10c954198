package import ArgumentParser

extension RawArguments {
    /// Remedy for file names that are not UTF-8.
    package static let renaming = "Give the file another name, or a link to it that is UTF-8."

    /// Checks that an argument used as text is UTF-8; a repaired text could be the name of another
    /// object.
    ///
    /// If two arguments became the same text and one of them is not UTF-8, both are rejected.
    ///
    /// - Parameters:
    ///   - text: The parsed argument; nil if there is none.
    ///   - name: The option, for the message.
    ///   - remedy: The remedy, a sentence.
    /// - Throws: A usage error that names the option and shows the bytes.
    package static func checkText(
        _ text: String?, of name: String, remedy: String = renaming
    ) throws(ValidationError) {
        guard let text, let broken = ofProcess().unreadable(text) else { return }
        throw ValidationError("\(name) is not UTF-8: \(broken.display). \(remedy)")
    }
}
