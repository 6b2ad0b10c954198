import Emotions

/// A picture with the emotion that its face is said to show.
struct LabelledPicture: Hashable, Sendable {
    /// Where the picture's bytes come from.
    let item: InputItem
    /// The label.
    let truth: Emotion
    /// Whose face it is; nil where that is not known.
    var person: String?
}
