package import ArgumentParser

extension RawArguments {
    /// Remedy for file names that are not UTF-8.
    package static let renaming = "Give the file another name, or a link to it that is UTF-8."

    /// Sees that what is used as text is UTF-8, as it would else be the name of something else.
    ///
    /// Where two arguments became the same text, one of which is not UTF-8, both are refused.
    ///
    /// - Parameters:
    ///   - text: What was parsed; nil where nothing was given.
    ///   - name: The flag, for the message.
    ///   - remedy: What helps, a sentence.
    /// - Throws: A usage error that names the flag and shows the bytes.
    package static func checkText(
        _ text: String?, of name: String, remedy: String = renaming
    ) throws(ValidationError) {
        guard let text, let broken = ofProcess().unreadable(text) else { return }
        throw ValidationError("\(name) is not UTF-8: \(broken.display). \(remedy)")
    }
}
