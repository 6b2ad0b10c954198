import Emotions

extension GeometricFeatures {
    /// A mesh in the head's axes (x to the viewer's right, y up), turned back by a rotation; the
    /// middle of the eyes is the origin, their distance the unit.
    struct FrontalFace {
        private let points: [SIMD3<Double>]

        /// Turns a mesh back.
        ///
        /// - Returns: `nil` where the eyes are one point.
        init?(_ mesh: FaceMesh, _ rotation: HeadPose.Rotation) {
            let turned = mesh.points.map { rotation.undo(HeadPose.upright($0)) }
            let right = Self.eye(FaceMeshIndex.right, in: turned)
            let left = Self.eye(FaceMeshIndex.left, in: turned)
            let squared = ((left - right) * (left - right)).sum()
            guard squared > 0 else { return nil }
            let (origin, unit) = ((left + right) / 2, squared.squareRoot())
            points = turned.map { ($0 - origin) / unit }
        }

        /// Where a point of the mesh is.
        func place(_ index: Int) -> SIMD3<Double> { points[index] }

        /// The mean place of some points.
        func mean(_ indices: [Int]) -> SIMD3<Double> { Self.mean(indices, in: points) }

        /// How high the mean of some points is above the middle of an eye's corners.
        func height(_ indices: [Int], _ side: FaceMeshIndex.Side) -> Double {
            mean(indices).y - Self.eye(side, in: points).y
        }

        /// `GeometricFeature.mouthCornerLiftRight` and its like.
        func mouthCornerLift(_ side: FaceMeshIndex.Side) -> Double {
            let upper = place(FaceMeshIndex.upperLipTop).y
            let lower = place(FaceMeshIndex.lowerLipBottom).y
            return place(side.mouthCorner).y - (0.75 * upper + 0.25 * lower)
        }

        /// `GeometricFeature.browSlantRight` and its like.
        func browSlant(_ side: FaceMeshIndex.Side) -> Double {
            mean(side.innerBrow).y - mean(side.outerBrow).y
        }

        /// `GeometricFeature.eyeOpeningRight` and its like.
        func eyeOpening(_ side: FaceMeshIndex.Side) -> Double {
            mean(side.upperLid).y - mean(side.lowerLid).y
        }

        /// `GeometricFeature.browToNoseWingRight` and its like.
        func browToNoseWing(_ side: FaceMeshIndex.Side) -> Double {
            mean(side.innerBrow).y - place(side.noseWing).y
        }

        /// The middle of an eye's corners.
        private static func eye(
            _ side: FaceMeshIndex.Side, in points: [SIMD3<Double>]
        ) -> SIMD3<Double> {
            (points[side.outerEyeCorner] + points[side.innerEyeCorner]) / 2
        }

        private static func mean(_ indices: [Int], in points: [SIMD3<Double>]) -> SIMD3<Double> {
            indices.reduce(SIMD3<Double>.zero) { $0 + points[$1] } / Double(indices.count)
        }
    }
}
