/// An emotion that a facial expression shows.
///
/// The eight classes of FER+ (Barsoum et al., "Training Deep Networks for Facial Expression
/// Recognition with Crowd-Sourced Label Distribution", 2016). The order of the cases is the order
/// of every score vector, model output and table of this package; a model's manifest repeats it and
/// is refused when it differs.
public enum Emotion: String, CaseIterable, Codable, Hashable, Sendable {
    case neutral
    case happiness
    case surprise
    case sadness
    case anger
    case disgust
    case fear
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
