/// A movement of the face, with ARKit's name.
///
/// Left and right are the subject's; a mirrored picture swaps them. ``actionUnit`` is the
/// corresponding unit of the Facial Action Coding System. ARKit's `tongueOut` is not measured.
public enum FaceMovement: String, CaseIterable, Codable, Hashable, Sendable {
    /// The left eyebrow down.
    case browDownLeft
    /// The right eyebrow down.
    case browDownRight
    /// The inner ends of both eyebrows up.
    case browInnerUp
    /// The outer end of the left eyebrow up.
    case browOuterUpLeft
    /// The outer end of the right eyebrow up.
    case browOuterUpRight
    /// Both cheeks puffed.
    case cheekPuff
    /// The left cheek up, toward the eye.
    case cheekSquintLeft
    /// The right cheek up, toward the eye.
    case cheekSquintRight
    /// The left eye closed.
    case eyeBlinkLeft
    /// The right eye closed.
    case eyeBlinkRight
    /// The left eye looks down.
    case eyeLookDownLeft
    /// The right eye looks down.
    case eyeLookDownRight
    /// The left eye looks toward the nose.
    case eyeLookInLeft
    /// The right eye looks toward the nose.
    case eyeLookInRight
    /// The left eye looks away from the nose.
    case eyeLookOutLeft
    /// The right eye looks away from the nose.
    case eyeLookOutRight
    /// The left eye looks up.
    case eyeLookUpLeft
    /// The right eye looks up.
    case eyeLookUpRight
    /// The lids of the left eye tight.
    case eyeSquintLeft
    /// The lids of the right eye tight.
    case eyeSquintRight
    /// The upper lid of the left eye up.
    case eyeWideLeft
    /// The upper lid of the right eye up.
    case eyeWideRight
    /// The jaw forward.
    case jawForward
    /// The jaw to the left.
    case jawLeft
    /// The jaw down.
    case jawOpen
    /// The jaw to the right.
    case jawRight
    /// The lips together while the jaw is down.
    case mouthClose
    /// The left mouth corner drawn in.
    case mouthDimpleLeft
    /// The right mouth corner drawn in.
    case mouthDimpleRight
    /// The left mouth corner down.
    case mouthFrownLeft
    /// The right mouth corner down.
    case mouthFrownRight
    /// The lips open and round.
    case mouthFunnel
    /// The mouth to the left.
    case mouthLeft
    /// The lower lip down on the left.
    case mouthLowerDownLeft
    /// The lower lip down on the right.
    case mouthLowerDownRight
    /// The lips pressed on the left.
    case mouthPressLeft
    /// The lips pressed on the right.
    case mouthPressRight
    /// The lips closed and forward.
    case mouthPucker
    /// The mouth to the right.
    case mouthRight
    /// The lower lip rolled in.
    case mouthRollLower
    /// The upper lip rolled in.
    case mouthRollUpper
    /// The chin and the lower lip up.
    case mouthShrugLower
    /// The upper lip pushed up by the lower one.
    case mouthShrugUpper
    /// The left mouth corner up.
    case mouthSmileLeft
    /// The right mouth corner up.
    case mouthSmileRight
    /// The left mouth corner drawn out sideways.
    case mouthStretchLeft
    /// The right mouth corner drawn out sideways.
    case mouthStretchRight
    /// The upper lip up on the left.
    case mouthUpperUpLeft
    /// The upper lip up on the right.
    case mouthUpperUpRight
    /// The left side of the nose wrinkled.
    case noseSneerLeft
    /// The right side of the nose wrinkled.
    case noseSneerRight

    /// The closest action unit (AU) or descriptor (AD) of the Facial Action Coding System; nil if
    /// there is none.
    ///
    /// The system counts both sides, and both lips, as one unit.
    public var actionUnit: String? {
        switch self {
        case .browDownLeft, .browDownRight: "AU4"
        case .browInnerUp: "AU1"
        case .browOuterUpLeft, .browOuterUpRight: "AU2"
        case .cheekPuff: "AD34"
        case .cheekSquintLeft, .cheekSquintRight: "AU6"
        case .eyeBlinkLeft, .eyeBlinkRight: "AU45"
        case .eyeLookDownLeft, .eyeLookDownRight: "AU64"
        case .eyeLookInLeft, .eyeLookOutRight: "AU62"
        case .eyeLookInRight, .eyeLookOutLeft: "AU61"
        case .eyeLookUpLeft, .eyeLookUpRight: "AU63"
        case .eyeSquintLeft, .eyeSquintRight: "AU7"
        case .eyeWideLeft, .eyeWideRight: "AU5"
        case .jawForward: "AD29"
        case .jawLeft, .jawRight: "AD30"
        case .jawOpen: "AU26"
        case .mouthClose: "AU8"
        case .mouthDimpleLeft, .mouthDimpleRight: "AU14"
        case .mouthFrownLeft, .mouthFrownRight: "AU15"
        case .mouthFunnel: "AU22"
        case .mouthLeft, .mouthRight: nil
        case .mouthLowerDownLeft, .mouthLowerDownRight: "AU16"
        case .mouthPressLeft, .mouthPressRight: "AU24"
        case .mouthPucker: "AU18"
        case .mouthRollLower, .mouthRollUpper: "AU28"
        case .mouthShrugLower, .mouthShrugUpper: "AU17"
        case .mouthSmileLeft, .mouthSmileRight: "AU12"
        case .mouthStretchLeft, .mouthStretchRight: "AU20"
        case .mouthUpperUpLeft, .mouthUpperUpRight: "AU10"
        case .noseSneerLeft, .noseSneerRight: "AU9"
        }
    }

    /// The corresponding movement in a mirrored picture.
    public var mirrored: FaceMovement {
        let name = rawValue
        let swapped =
            if name.hasSuffix("Left") {
                String(name.dropLast(4)) + "Right"
            } else if name.hasSuffix("Right") { String(name.dropLast(5)) + "Left" } else { name }
        return FaceMovement(rawValue: swapped) ?? self
    }
}
