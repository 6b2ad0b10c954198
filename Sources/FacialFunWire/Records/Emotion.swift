/// An emotion shown by a facial expression.
///
/// The eight classes of FER+ (Barsoum et al., "Training Deep Networks for Facial Expression
/// Recognition with Crowd-Sourced Label Distribution", 2016). The order of the cases is the order
/// of every score vector, model output and table of this package; a model's manifest repeats it and
/// is rejected if it differs.
public enum Emotion: String, CaseIterable, Codable, Hashable, Sendable {
    /// A face at rest.
    case neutral
    /// Such as a smile with raised cheeks.
    case happiness
    /// Such as raised brows and an open mouth.
    case surprise
    /// Such as lowered mouth corners.
    case sadness
    /// Such as lowered brows and pressed lips.
    case anger
    /// Such as a wrinkled nose.
    case disgust
    /// Such as wide eyes and stretched lips.
    case fear
    /// Such as one raised mouth corner.
    case contempt

    /// The position in score vectors, 0 to 7.
    public var index: Int {
        switch self {
        case .neutral: 0
        case .happiness: 1
        case .surprise: 2
        case .sadness: 3
        case .anger: 4
        case .disgust: 5
        case .fear: 6
        case .contempt: 7
        }
    }
}
