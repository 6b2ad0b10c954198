// Made by Models/training/canonical_face.py; do not edit.

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
        CanonicalPoint(10, 0.0000, 0.7985, 0.1448),
        CanonicalPoint(151, 0.0000, 0.5870, 0.2062),
        CanonicalPoint(9, 0.0000, 0.3977, 0.2511),
        CanonicalPoint(8, 0.0000, 0.2551, 0.2416),
        CanonicalPoint(168, 0.0000, 0.1118, 0.2457),
        CanonicalPoint(6, 0.0000, -0.0252, 0.3115),
        CanonicalPoint(197, 0.0000, -0.1390, 0.3882),
        CanonicalPoint(195, 0.0000, -0.2445, 0.4696),
        CanonicalPoint(5, 0.0000, -0.3590, 0.5520),
        CanonicalPoint(4, 0.0000, -0.4994, 0.5901),
        CanonicalPoint(1, 0.0000, -0.6083, 0.5652),
        CanonicalPoint(2, 0.0000, -0.7242, 0.3619),
        CanonicalPoint(94, 0.0000, -0.6889, 0.4174),
        CanonicalPoint(19, 0.0000, -0.6653, 0.5238),
        CanonicalPoint(33, -0.7212, 0.0070, -0.0370),
        CanonicalPoint(263, 0.7212, 0.0070, -0.0370),
        CanonicalPoint(133, -0.2787, -0.0070, 0.0370),
        CanonicalPoint(362, 0.2787, -0.0070, 0.0370),
        CanonicalPoint(130, -0.7493, -0.0001, -0.0540),
        CanonicalPoint(359, 0.7493, -0.0001, -0.0540),
        CanonicalPoint(243, -0.2434, -0.0125, 0.0496),
        CanonicalPoint(463, 0.2434, -0.0125, 0.0496),
        CanonicalPoint(226, -0.8142, -0.0288, -0.0890),
        CanonicalPoint(446, 0.8142, -0.0288, -0.0890),
        CanonicalPoint(127, -1.0920, -0.1062, -0.7126),
        CanonicalPoint(356, 1.0920, -0.1062, -0.7126),
        CanonicalPoint(234, -1.0772, -0.3269, -0.7640),
        CanonicalPoint(454, 1.0772, -0.3269, -0.7640),
        CanonicalPoint(93, -1.0629, -0.5497, -0.7589),
        CanonicalPoint(323, 1.0629, -0.5497, -0.7589),
        CanonicalPoint(132, -1.0335, -0.7910, -0.7123),
        CanonicalPoint(361, 1.0335, -0.7910, -0.7123),
        CanonicalPoint(162, -1.0773, 0.1292, -0.5886),
        CanonicalPoint(389, 1.0773, 0.1292, -0.5886),
        CanonicalPoint(21, -1.0282, 0.3225, -0.4241),
        CanonicalPoint(251, 1.0282, 0.3225, -0.4241),
        CanonicalPoint(54, -0.9376, 0.5090, -0.2666),
        CanonicalPoint(284, 0.9376, 0.5090, -0.2666),
        CanonicalPoint(103, -0.7891, 0.6568, -0.0996),
        CanonicalPoint(332, 0.7891, 0.6568, -0.0996),
        CanonicalPoint(67, -0.5531, 0.7508, 0.0434),
        CanonicalPoint(297, 0.5531, 0.7508, 0.0434),
        CanonicalPoint(109, -0.2979, 0.7902, 0.1274),
        CanonicalPoint(338, 0.2979, 0.7902, 0.1274),
        CanonicalPoint(71, -0.9688, 0.2864, -0.2351),
        CanonicalPoint(301, 0.9688, 0.2864, -0.2351),
        CanonicalPoint(68, -0.8797, 0.4437, -0.0944),
        CanonicalPoint(298, 0.8797, 0.4437, -0.0944),
        CanonicalPoint(104, -0.7369, 0.5532, 0.0244),
        CanonicalPoint(333, 0.7369, 0.5532, 0.0244),
        CanonicalPoint(69, -0.5087, 0.5978, 0.1284),
        CanonicalPoint(299, 0.5087, 0.5978, 0.1284),
        CanonicalPoint(108, -0.2695, 0.5957, 0.1886),
        CanonicalPoint(337, 0.2695, 0.5957, 0.1886),
        CanonicalPoint(117, -0.8307, -0.2786, -0.0263),
        CanonicalPoint(346, 0.8307, -0.2786, -0.0263),
        CanonicalPoint(118, -0.7085, -0.3139, 0.0526),
        CanonicalPoint(347, 0.7085, -0.3139, 0.0526),
        CanonicalPoint(116, -0.9937, -0.2811, -0.1950),
        CanonicalPoint(345, 0.9937, -0.2811, -0.1950),
        CanonicalPoint(123, -0.9763, -0.4943, -0.1641),
        CanonicalPoint(352, 0.9763, -0.4943, -0.1641),
        CanonicalPoint(98, -0.2619, -0.7047, 0.2529),
        CanonicalPoint(327, 0.2619, -0.7047, 0.2529),
        CanonicalPoint(129, -0.3244, -0.5919, 0.2013),
        CanonicalPoint(358, 0.3244, -0.5919, 0.2013),
    ]
}
