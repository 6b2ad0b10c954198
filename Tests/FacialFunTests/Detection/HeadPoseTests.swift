import FacialFunWire
import Testing

@testable import FacialFun

@Suite struct HeadPoseTests {
    static let poses = [-40.0, -15, 0, 15, 40].flatMap { yaw in
        [-25.0, 0, 25].flatMap { pitch in
            [-35.0, 0, 35].map { HeadPose(yaw: yaw, pitch: pitch, roll: $0) }
        }
    }

    @Test(arguments: poses)
    func turnedFaceHasItsRotationAngles(pose: HeadPose) throws {
        let found = try #require(HeadPose(of: SyntheticMesh.face(pose: pose)))
        // The named points are not part of the canonical face and are only close to the mean face.
        #expect(abs(found.yaw - pose.yaw) < 1)
        #expect(abs(found.pitch - pose.pitch) < 1)
        #expect(abs(found.roll - pose.roll) < 1)
    }

    @Test func canonicalFaceLooksIntoTheCamera() throws {
        let points = HeadPose.canonicalFace.map(\.position)
        let rotation = try #require(HeadPose.Rotation(from: points, to: points))
        let pose = HeadPose(rotation)
        #expect(abs(pose.yaw) < 1e-9 && abs(pose.pitch) < 1e-9 && abs(pose.roll) < 1e-9)
    }

    /// Fixes the signs by the direction in which the tip of the nose (1) moves and the slope of the
    /// eyes.
    @Test func signsFollowTheViewersPerspective() {
        let nose = 1
        let straight = SyntheticMesh.face()
        let right = SyntheticMesh.face(pose: HeadPose(yaw: 20, pitch: 0, roll: 0))
        #expect(right.points[nose].x > straight.points[nose].x)
        let up = SyntheticMesh.face(pose: HeadPose(yaw: 0, pitch: 20, roll: 0))
        #expect(up.points[nose].y < straight.points[nose].y)
        let clockwise = SyntheticMesh.face(pose: HeadPose(yaw: 0, pitch: 0, roll: 20))
        #expect(clockwise.point(263).y > clockwise.point(33).y)
    }

    @Test(arguments: poses)
    func anglesAndRotationConvertBothWays(pose: HeadPose) {
        let again = HeadPose(pose.rotation)
        #expect(abs(again.yaw - pose.yaw) < 1e-9)
        #expect(abs(again.pitch - pose.pitch) < 1e-9)
        #expect(abs(again.roll - pose.roll) < 1e-9)
    }

    @Test(arguments: poses)
    func mirroringNegatesYawAndRoll(pose: HeadPose) throws {
        let mesh = SyntheticMesh.face(pose: pose)
        let found = try #require(HeadPose(of: mesh))
        let mirrored = try #require(HeadPose(of: SyntheticMesh.mirrored(mesh, width: 400)))
        #expect(abs(mirrored.yaw + found.yaw) < 1e-9)
        #expect(abs(mirrored.pitch - found.pitch) < 1e-9)
        #expect(abs(mirrored.roll + found.roll) < 1e-9)
    }

    @Test func sizeAndPositionDoNotMatter() throws {
        let pose = HeadPose(yaw: 10, pitch: -5, roll: 3)
        let a = try #require(HeadPose(of: SyntheticMesh.face(pose: pose)))
        let b = try #require(
            HeadPose(
                of: SyntheticMesh.face(pose: pose, eyeDistance: 7, center: SIMD3(900, -40, 12))))
        #expect(abs(a.yaw - b.yaw) < 1e-9)
        #expect(abs(a.pitch - b.pitch) < 1e-9)
        #expect(abs(a.roll - b.roll) < 1e-9)
    }

    @Test func degenerateMeshHasNoPose() {
        let point = [SIMD3<Double>](repeating: SIMD3(3, 4, 5), count: FaceMesh.pointCount)
        #expect(HeadPose(of: FaceMesh(points: point, presenceLogit: 10)) == nil)
        var broken = SyntheticMesh.face().points
        broken[7].x = .nan
        #expect(HeadPose(of: FaceMesh(points: broken, presenceLogit: 10)) == nil)
    }

    /// tilted-left.jpg was turned by 35°, tilted-right.jpg by 20°.
    @Test func tiltedPortraitsHaveTheirRollAngle() throws {
        let landmarker = try FaceMeshGolden.landmarker.get()
        var rolls: [String: Double] = [:]
        for picture in FaceMeshGolden.pictures {
            let mesh = landmarker.mesh(in: try picture.image(), face: picture.detection)
            rolls[picture.file] = HeadPose(of: mesh)?.roll
        }
        let right = (rolls["tilted-right.jpg"] ?? .nan) - (rolls["collins.jpg"] ?? .nan)
        #expect(abs(right - 20) < 2, "turned by \(right)")
        let left = (rolls["tilted-left.jpg"] ?? .nan) - (rolls["hopper.jpg"] ?? .nan)
        #expect(abs(left + 35) < 2, "turned by \(left)")
    }
}
