import FacialFun
import FacialFunWire
import NeuralNetwork
import Testing
import TestSupport

@Suite struct FaceLandmarkerTests {
    let landmarker: FaceLandmarker

    init() throws { landmarker = try FaceMeshGolden.landmarker.get() }

    @Test func recordingContainsUprightAndTiltedFaces() throws {
        let pictures = try FaceMeshGolden.recorded.get().pictures
        #expect(pictures.count == 4)
        #expect(pictures.contains { abs($0.region.radians) > 0.3 })
    }

    @Test(arguments: FaceMeshGolden.pictures)
    func regionMatchesTheOriginal(picture: FaceMeshGolden.Picture) {
        let region = FaceMeshRegion(picture.detection)
        #expect(abs(region.center.x - picture.region.centre[0]) < 2e-3)
        #expect(abs(region.center.y - picture.region.centre[1]) < 2e-3)
        #expect(abs(region.side - picture.region.side) < 2e-3)
        #expect(abs(region.radians - picture.region.radians) < 5e-5)
    }

    /// Compares the points with those of the original package, from the package's detections.
    ///
    /// The package samples at whole pixels of the input and also reads the network's coordinates as
    /// pixel indices. In our coordinates its square, and with it its points, is shifted by half a
    /// pixel of the image less half a pixel of the input.
    ///
    /// Both resample identically where the square is enlarged (regions below 192 pixels). Where it
    /// is reduced, our code averages and the package skips pixels.
    @Test(arguments: FaceMeshGolden.pictures)
    func pointsMatchTheOriginal(picture: FaceMeshGolden.Picture) throws {
        let region = picture.region
        let plain = FaceMeshRegion(
            center: Point(x: region.centre[0], y: region.centre[1]), side: region.side,
            radians: region.radians
        ).squareToImage(pixels: 192)
        let shift = Point(x: 0.5 - (plain.a - plain.b) / 2, y: 0.5 - (plain.b + plain.a) / 2)
        let mesh = landmarker.mesh(
            in: try picture.image(),
            region: FaceMeshRegion(
                center: Point(x: region.centre[0] + shift.x, y: region.centre[1] + shift.y),
                side: region.side, radians: region.radians))

        let unit = picture.eyeDistance
        var (total, largest, maxDepth) = (0.0, 0.0, 0.0)
        for (point, recorded) in zip(mesh.points, picture.points) {
            let distance = Point(x: point.x - shift.x, y: point.y - shift.y)
                .distance(to: Point(x: recorded[0], y: recorded[1]))
            total += distance / unit
            largest = max(largest, distance / unit)
            maxDepth = max(maxDepth, abs(point.z - recorded[2]) / unit)
        }
        let mean = total / Double(FaceMesh.pointCount)
        let shrunk = plain.scale > 1
        #expect(mean < (shrunk ? 0.003 : 0.0001), "mean \(mean) of the eye distance")
        #expect(largest < (shrunk ? 0.01 : 0.0005), "largest \(largest) of the eye distance")
        #expect(maxDepth < (shrunk ? 0.012 : 0.001), "depth \(maxDepth)")
        #expect(mesh.presence > 0.99)
    }

    @Test(arguments: FaceMeshGolden.pictures)
    func mirroredPictureGivesTheMirroredFace(picture: FaceMeshGolden.Picture) throws {
        let image = try picture.image()
        let face = picture.detection
        let mesh = landmarker.mesh(in: image, face: face)
        let width = Double(image.width)
        func mirror(_ point: Point) -> Point { Point(x: width - point.x, y: point.y) }
        let mirrored = landmarker.mesh(in: image.mirrored(), face: face.mirrored(width: width))

        // Eye corners, mouth corners, wings of the nose, brows: right and left.
        let pairs = [(33, 263), (133, 362), (61, 291), (129, 358), (55, 285), (70, 300)]
        for (right, left) in pairs + pairs.map({ ($0.1, $0.0) }) {
            let there = mirror(mirrored.point(left))
            #expect(mesh.point(right).distance(to: there) < 0.06 * picture.eyeDistance)
        }

        let (pose, other) = (HeadPose(of: mesh), HeadPose(of: mirrored))
        #expect(abs((pose?.yaw ?? .nan) + (other?.yaw ?? .nan)) < 4)
        #expect(abs((pose?.roll ?? .nan) + (other?.roll ?? .nan)) < 2)
        #expect(abs((pose?.pitch ?? .nan) - (other?.pitch ?? .nan)) < 3)
        let features = GeometricFeatures(of: mesh)
        let swapped = GeometricFeatures(of: mirrored)
        for feature in GeometricFeature.allCases {
            let (a, b) = (features?[feature] ?? .nan, swapped?[feature.mirrored] ?? .nan)
            #expect(abs(a - b) < 0.06, "\(feature): \(a), mirrored \(b)")
        }
    }

    /// Our detector refines each face in an upright window, so its framing differs slightly.
    @Test(arguments: FaceMeshGolden.pictures)
    func ourDetectorLeadsToTheSamePoints(picture: FaceMeshGolden.Picture) throws {
        let detector = try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
        let image = try picture.image()
        let face = try #require(detector.detect(in: image, smallestFace: 60).first)
        let mesh = landmarker.mesh(in: image, face: face)
        let distances = zip(mesh.points, picture.points).map { point, recorded in
            Point(x: point.x, y: point.y).distance(to: Point(x: recorded[0], y: recorded[1]))
        }
        let mean = distances.reduce(0, +) / Double(distances.count) / picture.eyeDistance
        #expect(mean < 0.03, "mean \(mean) of the eye distance")
        let around = mesh.box.center.distance(to: face.box.center)
        #expect(around < 0.5 * picture.eyeDistance)
    }

    @Test func samePictureGivesTheSameMesh() throws {
        let picture = try #require(FaceMeshGolden.pictures.first)
        let image = try picture.image()
        let face = picture.detection
        let once = landmarker.mesh(in: image, face: face)
        #expect(landmarker.mesh(in: image, face: face) == once)
    }

    /// A camera pans by a tenth of the face between two pictures.
    @Test(arguments: FaceMeshGolden.pictures)
    func faceIsTrackedFromPictureToPicture(picture: FaceMeshGolden.Picture) throws {
        let image = try picture.image()
        let face = picture.detection
        var mesh = landmarker.mesh(in: image, face: face)
        let step = 0.1 * face.box.width
        for frame in 1...5 {
            let shift = step * Double(frame)
            let next = image.warped(
                SimilarityTransform(a: 1, b: 0, tx: shift, ty: 0), width: image.width,
                height: image.height)
            mesh = try #require(landmarker.mesh(in: next, following: mesh))
            let expected = face.keypoints.noseTip.x - shift
            #expect(abs(mesh.point(1).x - expected) < 0.15 * picture.eyeDistance)
        }
    }

    @Test func faceThatLeavesIsLost() throws {
        let picture = try #require(FaceMeshGolden.pictures.first)
        let face = picture.detection
        let mesh = landmarker.mesh(in: try picture.image(), face: face)
        let empty = try SamplePicture.decoded("no-face-coffee.jpg")
        #expect(landmarker.mesh(in: empty, following: mesh) == nil)
        let point = FaceMesh(
            points: [SIMD3<Double>](repeating: .one, count: FaceMesh.pointCount), presenceLogit: 10)
        #expect(landmarker.mesh(in: empty, following: point) == nil)
    }

    @Test func unsuitableNetworkIsRejected() {
        #expect {
            _ = try FaceLandmarker(modelDirectory: ModelsFolder.path(of: "face-detector"))
        } throws: { error in
            (error as? NetworkError)?.code == .invalidGraph
        }
    }
}

extension Image {
    /// Left and right swapped.
    fileprivate func mirrored() -> Image {
        Image(width: width, height: height) { target in
            withPixels { source in
                for y in 0..<height {
                    for x in 0..<width {
                        for channel in 0..<3 {
                            target[(y * width + x) * 3 + channel] =
                                source[(y * width + width - 1 - x) * 3 + channel]
                        }
                    }
                }
            }
        }
    }
}

extension Face {
    /// The face in a mirrored picture of this width.
    fileprivate func mirrored(width: Double) -> Face {
        func mirror(_ point: Point) -> Point { Point(x: width - point.x, y: point.y) }
        return Face(
            box: Box(x: width - box.x - box.width, y: box.y, width: box.width, height: box.height),
            keypoints: FaceKeypoints(
                rightEye: mirror(keypoints.leftEye), leftEye: mirror(keypoints.rightEye),
                noseTip: mirror(keypoints.noseTip), mouthCentre: mirror(keypoints.mouthCentre),
                rightEar: mirror(keypoints.leftEar), leftEar: mirror(keypoints.rightEar)),
            confidence: confidence)
    }
}
