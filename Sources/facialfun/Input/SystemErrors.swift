import Glibc

/// The C library's words for error numbers.
enum SystemErrors {
    /// The text of an error number, in lower case as the middle of a sentence.
    static func text(_ number: Int32) -> String {
        // Thread-safe since glibc 2.32.
        guard let words = strerror(number) else { return "error \(number)" }
        let text = String(cString: words)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
