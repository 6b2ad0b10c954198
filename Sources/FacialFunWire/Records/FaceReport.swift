/// Report of one face in an image.
public struct FaceReport: Hashable, Decodable, Sendable {
    /// The number of the person in a film, from 1; nil for other images.
    public var person: Int?
    /// The detector's box in pixels of the upright image; it may extend beyond the image.
    public var box: Box
    /// The detector's six keypoints in pixels of the upright image.
    public var keypoints: FaceKeypoints
    /// The detector's confidence that this is a face, 0…1.
    public var confidence: Double
    /// The square that was scored, as a rectangle of 600×600 pixels.
    public var rectangle: RectangleReport
    /// Whether the face is visible enough for its scores to be used in judgments, which means that
    /// ``reasons`` is empty.
    public private(set) var judgeable: Bool
    /// Reasons why the face cannot be judged, most important first; empty if it can.
    ///
    /// The scores do not depend on them.
    public var reasons: [CannotJudgeReason] { didSet { judgeable = reasons.isEmpty } }
    /// Visibility of the face.
    public var quality: FaceQuality
    /// Geometric features in distances between the eyes; nil if the mesh found no face.
    public var features: GeometricFeatures?
    /// The eight scores at the operating point ``OperatingPoint/photograph``.
    public var scores: EmotionScores
    /// The eight scores at the operating point ``OperatingPoint/prompted``; nil if the network has
    /// none.
    public var promptedScores: EmotionScores?
    /// Strength of each movement; nil if not requested, or if the mesh of 478 points finds no face.
    public var movements: FaceMovements?
    /// The 478 points; nil if not requested, or if their mesh finds no face.
    public var landmarks: FaceLandmarks?
    /// The direction of the eyes; nil without landmarks or with closed eyes.
    public var gaze: Gaze?
    /// The scores of the model's own classes (`facialfun-lab fit`); nil if it has none.
    public var classes: ClassScores?
    /// The emotion with the highest score.
    public var top: Emotion

    /// The scores at an operating point; nil if the network does not have it.
    public func scores(at point: OperatingPoint) -> EmotionScores? {
        switch point {
        case .photograph: scores
        case .prompted: promptedScores
        }
    }

    /// Creates the report of a face; the top emotion follows from the scores, and judgeability from
    /// the reasons.
    public init(
        box: Box, keypoints: FaceKeypoints, confidence: Double, rectangle: RectangleReport,
        reasons: [CannotJudgeReason] = [], quality: FaceQuality, features: GeometricFeatures?,
        scores: EmotionScores, promptedScores: EmotionScores? = nil,
        movements: FaceMovements? = nil, landmarks: FaceLandmarks? = nil, gaze: Gaze? = nil
    ) {
        self.box = box
        self.keypoints = keypoints
        self.confidence = confidence
        self.rectangle = rectangle
        self.judgeable = reasons.isEmpty
        self.reasons = reasons
        self.quality = quality
        self.features = features
        self.scores = scores
        self.promptedScores = promptedScores
        self.movements = movements
        self.landmarks = landmarks
        self.gaze = gaze
        self.top = scores.top
    }
}
