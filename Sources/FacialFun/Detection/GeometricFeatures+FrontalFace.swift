import FacialFunWire

extension GeometricFeatures {
    /// A mesh in the head's axes (x to the viewer's right, y up), turned back by a rotation; the
    /// middle of the eyes is the origin, their distance the unit.
    struct FrontalFace {
        private let mesh: FaceMesh
        private let rotation: HeadPose.Rotation
        private let origin: SIMD3<Double>
        private let unit: Double

        /// Turns a mesh back.
        ///
        /// - Returns: `nil` where the eyes are one point.
        init?(_ mesh: FaceMesh, _ rotation: HeadPose.Rotation) {
            func turned(_ index: Int) -> SIMD3<Double> {
                rotation.undo(HeadPose.upright(mesh.points[index]))
            }
            func eye(_ side: FaceMeshIndex.Side) -> SIMD3<Double> {
                (turned(side.outerEyeCorner) + turned(side.innerEyeCorner)) / 2
            }
            let (right, left) = (eye(FaceMeshIndex.right), eye(FaceMeshIndex.left))
            let squared = ((left - right) * (left - right)).sum()
            guard squared > 0 else { return nil }
            self.mesh = mesh
            self.rotation = rotation
            (origin, unit) = ((left + right) / 2, squared.squareRoot())
        }

        /// Position of a point of the mesh.
        func place(_ index: Int) -> SIMD3<Double> {
            (rotation.undo(HeadPose.upright(mesh.points[index])) - origin) / unit
        }

        /// The mean place of some points.
        func mean(_ indices: [Int]) -> SIMD3<Double> {
            var sum = SIMD3<Double>.zero
            for number in 0..<indices.count { sum += place(indices[number]) }
            return sum / Double(indices.count)
        }

        /// Height of the mean of some points above the midpoint of an eye's corners.
        func height(_ indices: [Int], _ side: FaceMeshIndex.Side) -> Double {
            mean(indices).y - eye(side).y
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
        private func eye(_ side: FaceMeshIndex.Side) -> SIMD3<Double> {
            (place(side.outerEyeCorner) + place(side.innerEyeCorner)) / 2
        }
    }
}
