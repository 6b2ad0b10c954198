/// An attempt at an expression in the service's memory.
public struct AttemptResponse: Hashable, Sendable, Decodable {
    /// Its name, for all further calls.
    public let id: String
    /// Target emotion.
    public let target: Emotion
    /// The level, 1…5.
    public let level: Int
    /// The number of the frame that this response is for; nil if it is not for a frame.
    public let frame: Int?
    /// Position of the face in that frame; nil if there is no frame or the face cannot be judged.
    public let rectangle: RectangleReport?
    /// Movements of that face; nil if not requested or not measured.
    public let movements: FaceMovements?
    /// Evidence in the newest frame; nil if there is no frame or it cannot be judged.
    public let evidence: MatchEvidence?
    /// Status of the attempt.
    public let status: AttemptStatus

    private enum Key: String, CodingKey {
        case id, target, level, frame, rectangle, movements, evidence
    }

    /// Decodes the service's response.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decode(String.self, forKey: .id)
        target = try container.decode(Emotion.self, forKey: .target)
        level = try container.decode(Int.self, forKey: .level)
        frame = try container.decodeIfPresent(Int.self, forKey: .frame)
        rectangle = try container.decodeIfPresent(RectangleReport.self, forKey: .rectangle)
        movements = try container.decodeIfPresent(FaceMovements.self, forKey: .movements)
        evidence = try container.decodeIfPresent(MatchEvidence.self, forKey: .evidence)
        status = try AttemptStatus(from: decoder)
    }
}
