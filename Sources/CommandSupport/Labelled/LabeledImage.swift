package import FacialFunWire

/// A picture with its emotion label.
package struct LabeledImage: Hashable, Sendable {
    /// Source of the picture's bytes.
    package let item: InputItem
    /// The label.
    package let truth: Emotion
    /// The person in the picture; nil if unknown.
    package var person: String?
}
