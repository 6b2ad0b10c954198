/// A geometric measure of a face; the unit is the distance between the centers of the eyes.
///
/// Heights are positive upwards on the face. Right and left are the subject's; a mirrored picture
/// swaps them. Numbers in parentheses are the mesh's indices, right then left.
public enum GeometricFeature: String, CaseIterable, Codable, Sendable {
    /// Height of the right mouth corner (61) above a point on the midline of the lips: a quarter of
    /// the way from the upper lip's upper edge (0) to the lower lip's lower edge (17), which moves
    /// least when the jaw opens.
    ///
    /// Positive when lifted, as in a smile.
    case mouthCornerLiftRight
    /// The same for the left corner (291).
    case mouthCornerLiftLeft
    /// Horizontal distance of the mouth corners (61 to 291).
    case mouthWidth
    /// Distance of the lips' inner edges (13 and 14), 0 or a little more when closed.
    case mouthOpening
    /// Distance from the base of the nose (94, 2) to the upper lip's upper edge (0); smaller when
    /// the lip is raised.
    case upperLipLength
    /// Height of the right brow's inner end (55, 107) above the midpoint of the eye's corners (33,
    /// 133).
    case innerBrowHeightRight
    /// The same on the left (285, 336 above 263, 362).
    case innerBrowHeightLeft
    /// Height of the right brow's outer half (70, 63, 46, 53) above the midpoint of the eye's
    /// corners (33, 133).
    case outerBrowHeightRight
    /// The same on the left (300, 293, 276, 283 above 263, 362).
    case outerBrowHeightLeft
    /// Inner minus outer brow height on the right: increases when only the inner end rises, as in
    /// sadness and fear, and decreases when it is lowered, as in anger.
    case browSlantRight
    /// The same on the left.
    case browSlantLeft
    /// Distance between the lids of the right eye (158, 159, 160 and 153, 145, 144).
    case eyeOpeningRight
    /// Distance between the lids of the left eye (385, 386, 387 and 380, 374, 373).
    case eyeOpeningLeft
    /// Distance of the right lower lid (153, 145, 144) below the midpoint of the eye's corners (33,
    /// 133); smaller when it is raised, as in a true smile.
    case lowerLidDropRight
    /// The same on the left (380, 374, 373 below 263, 362).
    case lowerLidDropLeft
    /// Distance from the right wing of the nose (129) up to the brow's inner end (55, 107); smaller
    /// when the nose is wrinkled.
    case browToNoseWingRight
    /// The same on the left (358 to 285, 336).
    case browToNoseWingLeft
    /// Height of the right wing of the nose (129) above the line of the eyes: negative, and closer
    /// to 0 when the nose is wrinkled.
    case noseWingHeightRight
    /// The same on the left (358).
    case noseWingHeightLeft
    /// Horizontal distance of the wings of the nose (129 to 358).
    case noseWidth

    /// The corresponding feature in a mirrored picture.
    public var mirrored: GeometricFeature {
        switch self {
        case .mouthCornerLiftRight: .mouthCornerLiftLeft
        case .mouthCornerLiftLeft: .mouthCornerLiftRight
        case .innerBrowHeightRight: .innerBrowHeightLeft
        case .innerBrowHeightLeft: .innerBrowHeightRight
        case .outerBrowHeightRight: .outerBrowHeightLeft
        case .outerBrowHeightLeft: .outerBrowHeightRight
        case .browSlantRight: .browSlantLeft
        case .browSlantLeft: .browSlantRight
        case .eyeOpeningRight: .eyeOpeningLeft
        case .eyeOpeningLeft: .eyeOpeningRight
        case .lowerLidDropRight: .lowerLidDropLeft
        case .lowerLidDropLeft: .lowerLidDropRight
        case .browToNoseWingRight: .browToNoseWingLeft
        case .browToNoseWingLeft: .browToNoseWingRight
        case .noseWingHeightRight: .noseWingHeightLeft
        case .noseWingHeightLeft: .noseWingHeightRight
        case .mouthWidth, .mouthOpening, .upperLipLength, .noseWidth: self
        }
    }
}
