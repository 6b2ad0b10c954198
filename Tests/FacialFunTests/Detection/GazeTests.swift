import FacialFunWire
import Testing

@testable import FacialFun

struct GazeTests {
    private static let turned = HeadPose(yaw: 20, pitch: -10, roll: 8)
    private static let straight = HeadPose(yaw: 0, pitch: 0, roll: 0)

    /// The canonical face in a pose.
    ///
    /// The irises are shifted to the viewer's right, and lids surround them; units are eye widths.
    private func landmarks(
        iris: Double, upper: Double = 0.17, lower: Double = -0.17, pose: HeadPose = straight
    ) -> FaceLandmarks {
        var points = [SIMD3<Double>](repeating: .zero, count: FaceLandmarks.count)
        for point in HeadPose.canonicalFace { points[point.index] = point.position }
        for (side, index) in [(FaceMeshIndex.right, 468), (FaceMeshIndex.left, 473)] {
            let (outer, inner) = (points[side.outerEyeCorner], points[side.innerEyeCorner])
            let (middle, across) = ((outer + inner) / 2, outer - inner)
            let width = (across * across).sum().squareRoot()
            points[index] = middle + SIMD3(iris * width, 0, 0)
            for lid in side.upperLid { points[lid] = middle + SIMD3(0, upper * width, 0) }
            for lid in side.lowerLid { points[lid] = middle + SIMD3(0, lower * width, 0) }
        }
        // The map from the axes of the head to pixels is its own inverse.
        return FaceLandmarks(
            points: points.map { point in
                let place = pose.rotation.apply(point) * 100
                return SIMD3(place.x + 300, -place.y + 200, -place.z / HeadPose.depthScale)
            })
    }

    @Test(
        "irises moved to one side give a symmetric gaze to that side"
    )
    func sideways() throws {
        let ahead = try #require(Gaze(of: landmarks(iris: 0)))
        #expect(abs(ahead.mean.yaw) < 0.5)
        let right = try #require(Gaze(of: landmarks(iris: 0.15)))
        #expect(right.mean.yaw > 15 && right.mean.yaw < 25)
        let left = try #require(Gaze(of: landmarks(iris: -0.15)))
        #expect(abs(left.mean.yaw + right.mean.yaw) < 0.5)
    }

    @Test("higher lids mean an upward gaze")
    func upwards() throws {
        let up = try #require(Gaze(of: landmarks(iris: 0, upper: 0.22, lower: -0.12)))
        let down = try #require(Gaze(of: landmarks(iris: 0, upper: 0.12, lower: -0.22)))
        #expect(up.mean.pitch - down.mean.pitch > 20)
    }

    @Test("the gaze turns with the head if the eyes do not move in it")
    func head() throws {
        let ahead = try #require(Gaze(of: landmarks(iris: 0)))
        let turned = try #require(Gaze(of: landmarks(iris: 0, pose: Self.turned)))
        #expect(abs(turned.mean.yaw - ahead.mean.yaw - 20) < 4)
        #expect(abs(turned.mean.pitch - ahead.mean.pitch + 10) < 4)
    }

    @Test("closed eyes and degenerate points have no gaze")
    func none() {
        #expect(Gaze(of: landmarks(iris: 0, upper: 0.04, lower: -0.04)) == nil)
        let one = [SIMD3<Double>](repeating: .one, count: FaceLandmarks.count)
        #expect(Gaze(of: FaceLandmarks(points: one)) == nil)
        var odd = landmarks(iris: 0).points
        odd[468].x = .nan
        let gaze = Gaze(of: FaceLandmarks(points: odd))
        #expect(gaze.map { $0.mean.yaw.isFinite } ?? true)
    }
}
