// Made by training/measure/canonical_face.py; do not edit.

extension HeadPose {
    /// A point of the canonical face: its index in the mesh and its place in the head's axes, in eye
    /// distances from the middle of the eyes.
    struct CanonicalPoint: Sendable {
        let index: Int
        let place: SIMD3<Double>

        init(_ index: Int, _ x: Double, _ y: Double, _ z: Double) {
            self.index = index
            place = SIMD3(x, y, z)
        }
    }

    /// The network's mean face, over neutral rendered people: 14 points of the midline,
    /// then 26 pairs, right and left, that expressions move little.
    static let canonicalFace: [CanonicalPoint] = [
        CanonicalPoint(10, 0.0000, 0.8727, 0.1467),
        CanonicalPoint(151, 0.0000, 0.6370, 0.2100),
        CanonicalPoint(9, 0.0000, 0.4097, 0.2577),
        CanonicalPoint(8, 0.0000, 0.2613, 0.2471),
        CanonicalPoint(168, 0.0000, 0.1213, 0.2499),
        CanonicalPoint(6, 0.0000, -0.0134, 0.3151),
        CanonicalPoint(197, 0.0000, -0.1277, 0.3913),
        CanonicalPoint(195, 0.0000, -0.2335, 0.4724),
        CanonicalPoint(5, 0.0000, -0.3476, 0.5551),
        CanonicalPoint(4, 0.0000, -0.4897, 0.5938),
        CanonicalPoint(1, 0.0000, -0.6019, 0.5694),
        CanonicalPoint(2, 0.0000, -0.7235, 0.3671),
        CanonicalPoint(94, 0.0000, -0.6870, 0.4227),
        CanonicalPoint(19, 0.0000, -0.6616, 0.5287),
        CanonicalPoint(33, -0.7214, 0.0078, -0.0378),
        CanonicalPoint(263, 0.7214, 0.0078, -0.0378),
        CanonicalPoint(133, -0.2784, -0.0078, 0.0378),
        CanonicalPoint(362, 0.2784, -0.0078, 0.0378),
        CanonicalPoint(130, -0.7508, 0.0003, -0.0553),
        CanonicalPoint(359, 0.7508, 0.0003, -0.0553),
        CanonicalPoint(243, -0.2438, -0.0125, 0.0507),
        CanonicalPoint(463, 0.2438, -0.0125, 0.0507),
        CanonicalPoint(226, -0.8181, -0.0273, -0.0904),
        CanonicalPoint(446, 0.8181, -0.0273, -0.0904),
        CanonicalPoint(127, -1.1002, -0.1094, -0.7180),
        CanonicalPoint(356, 1.1002, -0.1094, -0.7180),
        CanonicalPoint(234, -1.0839, -0.3425, -0.7685),
        CanonicalPoint(454, 1.0839, -0.3425, -0.7685),
        CanonicalPoint(93, -1.0661, -0.5761, -0.7620),
        CanonicalPoint(323, 1.0661, -0.5761, -0.7620),
        CanonicalPoint(132, -1.0311, -0.8259, -0.7132),
        CanonicalPoint(361, 1.0311, -0.8259, -0.7132),
        CanonicalPoint(162, -1.0870, 0.1424, -0.5936),
        CanonicalPoint(389, 1.0870, 0.1424, -0.5936),
        CanonicalPoint(21, -1.0394, 0.3493, -0.4279),
        CanonicalPoint(251, 1.0394, 0.3493, -0.4279),
        CanonicalPoint(54, -0.9477, 0.5498, -0.2697),
        CanonicalPoint(284, 0.9477, 0.5498, -0.2697),
        CanonicalPoint(103, -0.7957, 0.7101, -0.1014),
        CanonicalPoint(332, 0.7957, 0.7101, -0.1014),
        CanonicalPoint(67, -0.5577, 0.8161, 0.0435),
        CanonicalPoint(297, 0.5577, 0.8161, 0.0435),
        CanonicalPoint(109, -0.3005, 0.8627, 0.1286),
        CanonicalPoint(338, 0.3005, 0.8627, 0.1286),
        CanonicalPoint(71, -0.9778, 0.3063, -0.2374),
        CanonicalPoint(301, 0.9778, 0.3063, -0.2374),
        CanonicalPoint(68, -0.8848, 0.4731, -0.0953),
        CanonicalPoint(298, 0.8848, 0.4731, -0.0953),
        CanonicalPoint(104, -0.7372, 0.5904, 0.0248),
        CanonicalPoint(333, 0.7372, 0.5904, 0.0248),
        CanonicalPoint(69, -0.5068, 0.6409, 0.1302),
        CanonicalPoint(299, 0.5068, 0.6409, 0.1302),
        CanonicalPoint(108, -0.2684, 0.6441, 0.1918),
        CanonicalPoint(337, 0.2684, 0.6441, 0.1918),
        CanonicalPoint(117, -0.8358, -0.2795, -0.0271),
        CanonicalPoint(346, 0.8358, -0.2795, -0.0271),
        CanonicalPoint(118, -0.7121, -0.3142, 0.0526),
        CanonicalPoint(347, 0.7121, -0.3142, 0.0526),
        CanonicalPoint(116, -0.9993, -0.2856, -0.1970),
        CanonicalPoint(345, 0.9993, -0.2856, -0.1970),
        CanonicalPoint(123, -0.9820, -0.5058, -0.1645),
        CanonicalPoint(352, 0.9820, -0.5058, -0.1645),
        CanonicalPoint(98, -0.2598, -0.7031, 0.2572),
        CanonicalPoint(327, 0.2598, -0.7031, 0.2572),
        CanonicalPoint(129, -0.3224, -0.5907, 0.2043),
        CanonicalPoint(358, 0.3224, -0.5907, 0.2043),
    ]
}
