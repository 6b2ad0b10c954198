public import FaceAnalysis

/// How one image is to be read.
public struct RecognitionOptions: Sendable {
    /// How much work the search for faces may be.
    public var budget: SearchBudget
    /// The width in pixels of the smallest face to search for; nil leaves it to the budget.
    public var smallestFace: Double?
    /// Whether the picture is kept, so that it can be shown and rectangles cut from it.
    public var keepsPictures: Bool

    /// Makes options.
    public init(
        budget: SearchBudget = .commandLine, smallestFace: Double? = nil,
        keepsPictures: Bool = false
    ) {
        self.budget = budget
        self.smallestFace = smallestFace
        self.keepsPictures = keepsPictures
    }
}
