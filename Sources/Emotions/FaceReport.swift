public import FaceGeometry

/// What the service says of one face in an image.
public struct FaceReport: Hashable, Codable, Sendable {
    /// The detector's box in pixels of the upright image; it may reach beyond the image.
    public var box: Box
    /// The detector's six keypoints in pixels of the upright image.
    public var keypoints: FaceKeypoints
    /// The detector's confidence that this is a face, 0…1.
    public var confidence: Double
    /// The 600×600 rectangle that was scored.
    public var rectangle: RectangleReport
    /// The eight scores.
    public var scores: EmotionScores
    /// The emotion with the highest score.
    public var top: Emotion

    /// Makes the report of one face; the top emotion follows from the scores.
    public init(
        box: Box, keypoints: FaceKeypoints, confidence: Double, rectangle: RectangleReport,
        scores: EmotionScores
    ) {
        self.box = box
        self.keypoints = keypoints
        self.confidence = confidence
        self.rectangle = rectangle
        self.scores = scores
        self.top = scores.top
    }
}

/// Where a face rectangle lies in its image.
public struct RectangleReport: Hashable, Codable, Sendable {
    /// Width and height of the rectangle, in pixels.
    public var side: Int
    /// The map from the rectangle's pixels to the upright image's.
    public var toImage: SimilarityTransform

    /// Makes the report of a rectangle.
    public init(side: Int, toImage: SimilarityTransform) {
        self.side = side
        self.toImage = toImage
    }
}
