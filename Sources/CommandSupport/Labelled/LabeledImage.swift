package import FacialFunWire

/// A picture with the emotion that its face is said to show.
package struct LabeledImage: Hashable, Sendable {
    /// Where the picture's bytes come from.
    package let item: InputItem
    /// The label.
    package let truth: Emotion
    /// Whose face it is; nil where that is not known.
    package var person: String?
}
