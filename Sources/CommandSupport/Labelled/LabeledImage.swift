package import FacialFunWire

/// A picture with its emotion label.
package struct LabeledImage: Hashable, Sendable {
    /// Source of the picture's bytes.
    package let item: InputItem
    /// The label.
    package let truth: Emotion
    /// Whose face it is; nil where that is not known.
    package var person: String?
}
