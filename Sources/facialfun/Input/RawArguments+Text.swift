import ArgumentParser

extension RawArguments {
    /// Sees that a path which is used as text is UTF-8, as it would else be that of another file.
    ///
    /// - Parameters:
    ///   - text: What was parsed; nil where nothing was given.
    ///   - name: The flag, for the message.
    /// - Throws: A usage error that names the flag and shows the bytes.
    static func checkText(_ text: String?, of name: String) throws(ValidationError) {
        guard let text else { return }
        var arguments = ofProcess()
        let path = arguments.path(text)
        if String(validating: path.bytes, as: UTF8.self) == nil {
            throw ValidationError(
                "\(name) is not UTF-8: \(path.display). Give the file another name, or a link to it "
                    + "that is UTF-8.")
        }
    }
}
