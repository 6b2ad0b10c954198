/// Why the labels of an evaluation cannot be used.
struct LabelError: Error, Hashable, Sendable {
    /// What is wrong, where, and what to do about it.
    let message: String
}
