/// Part of an expression that a face already shows.
///
/// The raw values are stable codes of the wire; `docs/codes.md` lists them.
public enum PraiseCode: String, Codable, CaseIterable, Hashable, Sendable {
    /// Both eyebrows are up.
    case eyebrowsRaised = "eyebrows_raised"
    /// The inner ends of the eyebrows are up.
    case innerBrowsRaised = "inner_brows_raised"
    /// Both eyebrows are down.
    case browsLowered = "brows_lowered"
    /// The eyes are wide open.
    case eyesWide = "eyes_wide"
    /// The eyes are narrow.
    case eyesNarrow = "eyes_narrow"
    /// The nose is wrinkled.
    case noseWrinkled = "nose_wrinkled"
    /// The upper lip is up.
    case upperLipRaised = "upper_lip_raised"
    /// The mouth is open.
    case mouthOpen = "mouth_open"
    /// The mouth is closed.
    case mouthClosed = "mouth_closed"
    /// Both corners of the mouth are up.
    case mouthCornersLifted = "mouth_corners_lifted"
    /// One corner of the mouth is up.
    case oneMouthCornerLifted = "one_mouth_corner_lifted"
    /// Both corners of the mouth are down.
    case mouthCornersLowered = "mouth_corners_lowered"
    /// The mouth is wide.
    case mouthWide = "mouth_wide"
    /// The face is at rest.
    case faceRelaxed = "face_relaxed"
    /// The whole face matches the target.
    case wellDone = "well_done"

    /// The praise in English, for a five-year-old.
    public var sentence: String {
        switch self {
        case .eyebrowsRaised: "Good: your eyebrows are up."
        case .innerBrowsRaised: "Good: your eyebrows are up in the middle."
        case .browsLowered: "Good: your eyebrows are down."
        case .eyesWide: "Good: your eyes are wide open."
        case .eyesNarrow: "Good: your eyes are small."
        case .noseWrinkled: "Good: your nose is wrinkled."
        case .upperLipRaised: "Good: your top lip is up."
        case .mouthOpen: "Good: your mouth is open."
        case .mouthClosed: "Good: your mouth is closed."
        case .mouthCornersLifted: "Good: you are smiling with your mouth."
        case .oneMouthCornerLifted: "Good: one corner of your mouth is up."
        case .mouthCornersLowered: "Good: the corners of your mouth are down."
        case .mouthWide: "Good: your mouth is wide."
        case .faceRelaxed: "Good: your face is at rest."
        case .wellDone: "Well done! That is the face."
        }
    }
}
