import FacialFunWire
import Testing

@testable import FacialFun

@Suite struct GeometricFeaturesTests {
    /// A movement of points on the right side or in the middle, and the feature that must follow
    /// it.
    struct Movement: Sendable, CustomTestStringConvertible {
        let name: String
        let points: [Int]
        let shift: SIMD3<Double>
        let feature: GeometricFeature
        let change: Double

        var testDescription: String { name }
    }

    static let up = SIMD3(0.0, 0.1, 0.0)
    static let right = FaceMeshIndex.right
    static let movements = [
        Movement(
            name: "mouth corner up", points: [61], shift: up, feature: .mouthCornerLiftRight,
            change: 0.1),
        Movement(
            name: "mouth corner out", points: [61], shift: SIMD3(-0.1, 0, 0), feature: .mouthWidth,
            change: 0.1),
        Movement(
            name: "lower lip down", points: [14], shift: -up, feature: .mouthOpening, change: 0.1),
        Movement(
            name: "upper lip up", points: [0], shift: up, feature: .upperLipLength, change: -0.1),
        Movement(
            name: "inner brow up", points: right.innerBrow, shift: up,
            feature: .innerBrowHeightRight, change: 0.1),
        Movement(
            name: "outer brow up", points: right.outerBrow, shift: up,
            feature: .outerBrowHeightRight, change: 0.1),
        Movement(
            name: "inner brow up alone", points: right.innerBrow, shift: up,
            feature: .browSlantRight, change: 0.1),
        Movement(
            name: "upper lid up", points: right.upperLid, shift: up, feature: .eyeOpeningRight,
            change: 0.1),
        Movement(
            name: "lower lid up", points: right.lowerLid, shift: up, feature: .lowerLidDropRight,
            change: -0.1),
        Movement(
            name: "brow down to the nose", points: right.innerBrow, shift: -up,
            feature: .browToNoseWingRight, change: -0.1),
        Movement(
            name: "nose wing up", points: [129], shift: up, feature: .noseWingHeightRight,
            change: 0.1),
        Movement(
            name: "nose wing out", points: [129], shift: SIMD3(-0.1, 0, 0), feature: .noseWidth,
            change: 0.1),
    ]

    /// Change of each feature when points move.
    static func change(_ points: [Int], by shift: SIMD3<Double>) throws -> [Double] {
        let moved = Dictionary(uniqueKeysWithValues: points.map { ($0, shift) })
        let neutral = try #require(GeometricFeatures(of: SyntheticMesh.face()))
        let other = try #require(GeometricFeatures(of: SyntheticMesh.face(moved: moved)))
        return zip(other.values, neutral.values).map { $0 - $1 }
    }

    /// The wings of the nose also affect the pose, which compensates for a few percent of their
    /// movement.
    @Test(arguments: movements)
    func movementChangesItsFeature(movement: Movement) throws {
        let changes = try Self.change(movement.points, by: movement.shift)
        for (feature, change) in zip(GeometricFeature.allCases, changes)
        where feature == movement.feature {
            #expect(abs(change - movement.change) < 0.02, "\(feature) changed by \(change)")
        }
    }

    @Test(arguments: movements.filter { "\($0.feature)".hasSuffix("Right") })
    func movementOnOneSideDoesNotChangeTheOther(movement: Movement) throws {
        let changes = try Self.change(movement.points, by: movement.shift)
        for (feature, change) in zip(GeometricFeature.allCases, changes)
        where "\(feature)".hasSuffix("Left") {
            #expect(abs(change) < 0.02, "\(feature) changed by \(change)")
        }
    }

    @Test(arguments: HeadPoseTests.poses)
    func headPoseDoesNotChangeFeatures(pose: HeadPose) throws {
        let straight = try #require(GeometricFeatures(of: SyntheticMesh.face()))
        let turned = try #require(GeometricFeatures(of: SyntheticMesh.face(pose: pose)))
        for feature in GeometricFeature.allCases {
            // The lower lids are not corrected for nodding.
            let isLid = feature == .lowerLidDropRight || feature == .lowerLidDropLeft
            let tolerance = isLid ? 0.06 : 0.01
            #expect(abs(turned[feature] - straight[feature]) < tolerance, "\(feature)")
        }
    }

    @Test(arguments: movements)
    func mirroredFaceSwapsRightAndLeft(movement: Movement) throws {
        let moved = Dictionary(uniqueKeysWithValues: movement.points.map { ($0, movement.shift) })
        let mesh = SyntheticMesh.face(
            pose: HeadPose(yaw: 20, pitch: 10, roll: -15), moved: moved)
        let features = try #require(GeometricFeatures(of: mesh))
        let mirrored = try #require(
            GeometricFeatures(of: SyntheticMesh.mirrored(mesh, width: 640)))
        for feature in GeometricFeature.allCases {
            #expect(abs(mirrored[feature.mirrored] - features[feature]) < 1e-9, "\(feature)")
        }
    }

    @Test func sizeAndPositionDoNotMatter() throws {
        let a = try #require(GeometricFeatures(of: SyntheticMesh.face()))
        let b = try #require(
            GeometricFeatures(
                of: SyntheticMesh.face(eyeDistance: 9, center: SIMD3(-50, 1000, 30))))
        for (one, other) in zip(a.values, b.values) { #expect(abs(one - other) < 1e-9) }
    }

    @Test func mirroringTwiceIsIdentityAndNamesIncludeTheSide() {
        for feature in GeometricFeature.allCases {
            #expect(feature.mirrored.mirrored == feature)
            let swapped =
                "\(feature)".hasSuffix("Right")
                ? "\(feature)".dropLast(5) + "Left"
                : "\(feature)".hasSuffix("Left")
                    ? "\(feature)".dropLast(4) + "Right" : "\(feature)".dropLast(0) + ""
            #expect("\(feature.mirrored)" == swapped)
        }
    }

    /// Paired indices lie opposite each other on the recorded portraits, turned to the front.
    @Test(arguments: FaceMeshGolden.pictures)
    func pairedPointsAreMirrorImages(picture: FaceMeshGolden.Picture) throws {
        let mesh = FaceMesh(
            points: picture.points.map { SIMD3($0[0], $0[1], $0[2]) }, presenceLogit: 10)
        let rotation = try #require(HeadPose.rotation(of: mesh))
        let face = try #require(GeometricFeatures.FrontalFace(mesh, rotation))
        for pair in SyntheticMesh.partners {
            let (right, left) = (face.point(pair.right), face.point(pair.left))
            #expect(right.x < 0 && left.x > 0, "\(pair)")
            #expect(abs(right.x + left.x) < 0.12, "\(pair)")
            #expect(abs(right.y - left.y) < 0.08, "\(pair)")
        }
    }

    @Test func degenerateMeshHasNoFeatures() {
        let point = [SIMD3<Double>](repeating: SIMD3(3, 4, 5), count: FaceMesh.pointCount)
        #expect(GeometricFeatures(of: FaceMesh(points: point, presenceLogit: 10)) == nil)
    }
}
