/// Indices of named points of the mesh.
enum FaceMeshIndex {
    /// Indices on one side of the face.
    struct Side: Hashable, Sendable {
        /// Outer corner of the eye.
        let outerEyeCorner: Int
        /// Inner corner of the eye.
        let innerEyeCorner: Int
        /// Three points on the upper lid's edge.
        let upperLid: [Int]
        /// Three points on the lower lid's edge, below those of the upper lid.
        let lowerLid: [Int]
        /// The inner end of the brow: lower and upper edge.
        let innerBrow: [Int]
        /// The outer half of the brow: two points on the upper and two on the lower edge.
        let outerBrow: [Int]
        /// The wing of the nose, where it meets the cheek.
        let noseWing: Int
        /// Corner of the mouth.
        let mouthCorner: Int
    }

    /// The subject's right side, on the left of an unmirrored picture.
    static let right = Side(
        outerEyeCorner: 33, innerEyeCorner: 133, upperLid: [158, 159, 160],
        lowerLid: [153, 145, 144], innerBrow: [55, 107], outerBrow: [70, 63, 46, 53],
        noseWing: 129, mouthCorner: 61)
    /// The subject's left side.
    static let left = Side(
        outerEyeCorner: 263, innerEyeCorner: 362, upperLid: [385, 386, 387],
        lowerLid: [380, 374, 373], innerBrow: [285, 336], outerBrow: [300, 293, 276, 283],
        noseWing: 358, mouthCorner: 291)

    /// The base of the nose: on the columella and where it meets the lip.
    static let noseBase = [94, 2]
    /// The center of the upper lip's upper edge.
    static let upperLipTop = 0
    /// The center of the upper lip's lower edge.
    static let upperLipBottom = 13
    /// The center of the lower lip's upper edge.
    static let lowerLipTop = 14
    /// The center of the lower lip's lower edge.
    static let lowerLipBottom = 17
}
