/// Whether a face matched a target at a level.
public struct MatchResponse: Hashable, Sendable, Decodable {
    /// Target emotion.
    public let target: Emotion
    /// The level, 1…5.
    public let level: Int
    /// Whether the game should ask for this emotion at this level.
    public let isOffered: Bool
    /// The target's minimum score for a match.
    public let threshold: Double
    /// The target's score; nil if the picture cannot be judged.
    public let score: Float?
    /// Position of the judged face in the picture; nil if it cannot be judged.
    public let rectangle: RectangleReport?
    /// Movements of that face; nil if not requested or not measured.
    public let movements: FaceMovements?
    /// Evidence for the target; nil if the picture cannot be judged.
    public let evidence: MatchEvidence?
    /// Verdict on the face.
    public let verdict: Verdict

    private enum Key: String, CodingKey {
        case target, level, offered, threshold, score, rectangle, movements, evidence, verdict
    }

    /// Decodes the service's response.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        target = try container.decode(Emotion.self, forKey: .target)
        level = try container.decode(Int.self, forKey: .level)
        isOffered = try container.decode(Bool.self, forKey: .offered)
        threshold = try container.decode(Double.self, forKey: .threshold)
        score = try container.decodeIfPresent(Float.self, forKey: .score)
        rectangle = try container.decodeIfPresent(RectangleReport.self, forKey: .rectangle)
        movements = try container.decodeIfPresent(FaceMovements.self, forKey: .movements)
        evidence = try container.decodeIfPresent(MatchEvidence.self, forKey: .evidence)
        verdict = try container.decode(Verdict.self, forKey: .verdict)
    }
}
