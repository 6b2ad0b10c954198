/// Why the labels of an evaluation cannot be used.
package struct LabelError: Error, Hashable, Sendable {
    /// What is wrong, where, and what to do about it.
    package let message: String
}
