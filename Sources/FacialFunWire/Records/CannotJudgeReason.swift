/// Reason why a picture cannot be judged: a normal result, neither an error nor "wrong".
///
/// The raw values are stable codes of the wire; `docs/codes.md` lists them.
public enum CannotJudgeReason: String, Error, Codable, CaseIterable, Hashable, Sendable {
    /// No face was found.
    case noFace = "no_face"
    /// Several faces are about equally large, so it is unclear which one to judge.
    case severalFaces = "several_faces"
    /// The face has too little light.
    case tooDark = "too_dark"
    /// The face has too much light.
    case tooBright = "too_bright"
    /// The face is out of focus, the lens is dirty, or the whole head moved fast.
    case blurred
    /// The face has too few pixels.
    case tooSmall = "too_small"
    /// Part of the face lies outside the picture.
    case cutOff = "cut_off"
    /// The head is turned too far from the camera.
    case turnedAway = "turned_away"
    /// A hand, a mask or a cup hides the mouth.
    case mouthCovered = "mouth_covered"
    /// Hair, hands or dark glasses hide the eyes.
    case eyesCovered = "eyes_covered"
    /// The picture is good, but neither a face nor an expression can be recognized with confidence.
    case lowConfidence = "low_confidence"

    /// Remedy as a stable code; several reasons may have the same remedy.
    public var remedy: String {
        switch self {
        case .noFace: "show_face"
        case .severalFaces: "one_at_a_time"
        case .tooDark: "more_light"
        case .tooBright: "less_light"
        case .blurred: "hold_still"
        case .tooSmall: "come_closer"
        case .cutOff: "move_to_middle"
        case .turnedAway: "look_at_camera"
        case .mouthCovered: "uncover_mouth"
        case .eyesCovered: "uncover_eyes"
        case .lowConfidence: "try_again"
        }
    }

    /// Cause and remedy in English, for a five-year-old.
    public var sentence: String {
        switch self {
        case .noFace: "I cannot see your face. Please sit in front of the camera."
        case .severalFaces: "I can see more than one face. One at a time, please."
        case .tooDark: "It is too dark to see you. Please switch on a light."
        case .tooBright: "It is too bright to see you. Please turn away from the light."
        case .blurred: "The picture is not clear. Please hold still, or wipe the camera."
        case .tooSmall: "You are too far away. Please come closer."
        case .cutOff: "I see only part of your face. Please move to the middle."
        case .turnedAway: "Please look straight at the camera."
        case .mouthCovered: "I cannot see your mouth. Please take away what covers it."
        case .eyesCovered: "I cannot see your eyes. Please take away what covers them."
        case .lowConfidence: "I am not sure what I see. Please try again."
        }
    }
}
