import FacialFunWire

extension GeometricFeatures {
    /// A mesh in the axes of the head (x to the viewer's right, y up), with the rotation removed;
    /// the origin is the midpoint of the eyes, the unit their distance.
    struct FrontalFace {
        private let mesh: FaceMesh
        private let rotation: HeadPose.Rotation
        private let origin: SIMD3<Double>
        private let unit: Double

        /// Removes a rotation from a mesh.
        ///
        /// - Returns: `nil` if the eyes coincide.
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
        func point(_ index: Int) -> SIMD3<Double> {
            (rotation.undo(HeadPose.upright(mesh.points[index])) - origin) / unit
        }

        /// The mean position of some points.
        func mean(_ indices: [Int]) -> SIMD3<Double> {
            var sum = SIMD3<Double>.zero
            for number in 0..<indices.count { sum += point(indices[number]) }
            return sum / Double(indices.count)
        }

        /// Height of the mean of some points above the midpoint of an eye's corners.
        func height(_ indices: [Int], _ side: FaceMeshIndex.Side) -> Double {
            mean(indices).y - eye(side).y
        }

        /// `GeometricFeature.mouthCornerLiftRight` for a side.
        func mouthCornerLift(_ side: FaceMeshIndex.Side) -> Double {
            let upper = point(FaceMeshIndex.upperLipTop).y
            let lower = point(FaceMeshIndex.lowerLipBottom).y
            return point(side.mouthCorner).y - (0.75 * upper + 0.25 * lower)
        }

        /// `GeometricFeature.browSlantRight` for a side.
        func browSlant(_ side: FaceMeshIndex.Side) -> Double {
            mean(side.innerBrow).y - mean(side.outerBrow).y
        }

        /// `GeometricFeature.eyeOpeningRight` for a side.
        func eyeOpening(_ side: FaceMeshIndex.Side) -> Double {
            mean(side.upperLid).y - mean(side.lowerLid).y
        }

        /// `GeometricFeature.browToNoseWingRight` for a side.
        func browToNoseWing(_ side: FaceMeshIndex.Side) -> Double {
            mean(side.innerBrow).y - point(side.noseWing).y
        }

        /// The midpoint of an eye's corners.
        private func eye(_ side: FaceMeshIndex.Side) -> SIMD3<Double> {
            (point(side.outerEyeCorner) + point(side.innerEyeCorner)) / 2
        }
    }
}
