/// The next step for the child to come closer to the target.
///
/// The raw values are stable codes of the wire format; `docs/codes.md` lists them. The hints of
/// each target are determined by measurements: a code may be unused.
public enum HintCode: String, Codable, CaseIterable, Hashable, Sendable {
    /// Both eyebrows up.
    case raiseEyebrows = "raise_eyebrows"
    /// The inner ends of the eyebrows up.
    case raiseInnerBrows = "raise_inner_brows"
    /// Both eyebrows down.
    case lowerBrows = "lower_brows"
    /// The eyes wide open.
    case openEyesWide = "open_eyes_wide"
    /// The eyes narrow.
    case narrowEyes = "narrow_eyes"
    /// The nose wrinkled.
    case wrinkleNose = "wrinkle_nose"
    /// The upper lip up.
    case raiseUpperLip = "raise_upper_lip"
    /// The mouth open.
    case openMouth = "open_mouth"
    /// The mouth closed.
    case closeMouth = "close_mouth"
    /// Both corners of the mouth up.
    case liftMouthCorners = "lift_mouth_corners"
    /// One corner of the mouth up.
    case liftOneMouthCorner = "lift_one_mouth_corner"
    /// Both corners of the mouth down.
    case lowerMouthCorners = "lower_mouth_corners"
    /// The mouth wide.
    case stretchMouth = "stretch_mouth"
    /// Everything back to rest.
    case relaxFace = "relax_face"
    /// The target is reached: keep it.
    case holdIt = "hold_it"

    /// The hint in English, for a five-year-old.
    public var sentence: String {
        switch self {
        case .raiseEyebrows: "Lift your eyebrows up high."
        case .raiseInnerBrows: "Lift your eyebrows in the middle."
        case .lowerBrows: "Pull your eyebrows down."
        case .openEyesWide: "Open your eyes wide."
        case .narrowEyes: "Make your eyes small."
        case .wrinkleNose: "Wrinkle your nose."
        case .raiseUpperLip: "Lift your top lip."
        case .openMouth: "Open your mouth."
        case .closeMouth: "Close your mouth."
        case .liftMouthCorners: "Smile: lift both corners of your mouth."
        case .liftOneMouthCorner: "Lift one corner of your mouth."
        case .lowerMouthCorners: "Pull the corners of your mouth down."
        case .stretchMouth: "Make your mouth wide."
        case .relaxFace: "Let your face rest."
        case .holdIt: "That is it! Keep your face like this."
        }
    }

    /// Movements that cannot be made together with this one; they are never requested together.
    ///
    /// The relation is symmetric, and no hint contradicts itself.
    public var contradictions: Set<HintCode> { Contract.shared.contradictions[self] ?? [] }

    /// Praise for the movement; nil if the hint is not a movement.
    public var praise: PraiseCode? {
        switch self {
        case .raiseEyebrows: .eyebrowsRaised
        case .raiseInnerBrows: .innerBrowsRaised
        case .lowerBrows: .browsLowered
        case .openEyesWide: .eyesWide
        case .narrowEyes: .eyesNarrow
        case .wrinkleNose: .noseWrinkled
        case .raiseUpperLip: .upperLipRaised
        case .openMouth: .mouthOpen
        case .closeMouth: .mouthClosed
        case .liftMouthCorners: .mouthCornersLifted
        case .liftOneMouthCorner: .oneMouthCornerLifted
        case .lowerMouthCorners: .mouthCornersLowered
        case .stretchMouth: .mouthWide
        case .relaxFace: .faceRelaxed
        case .holdIt: nil
        }
    }
}
