import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

/// Faces that the face mesh confirms if the search finds nothing.
struct LowConfidenceFallbackTests {
    private static let landmarker = Result {
        try FaceLandmarker(modelDirectory: ModelsFolder.path(of: "face-mesh"))
    }
    private static let once = Result {
        try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
    }
    private static let twice = Result {
        try FaceDetector(
            modelDirectory: ModelsFolder.path(of: "face-detector"), landmarker: landmarker.get())
    }

    private func face(x: Double, width: Double, confidence: Double = 0.5) -> Face {
        Face(
            box: Box(x: x, y: 20, width: width, height: width),
            keypoints: FaceKeypoints(
                rightEye: Point(x: x + 5, y: 30), leftEye: Point(x: x + 20, y: 30),
                noseTip: Point(x: x + 12, y: 40), mouthCentre: Point(x: x + 12, y: 50),
                rightEar: Point(x: x, y: 30), leftEar: Point(x: x + 30, y: 30)),
            confidence: confidence)
    }

    /// A face that the search alone misses: a 300×300 crop of the portrait of Eileen Collins with a
    /// dark bar over one half of her face, on the right of the picture.
    private func difficult() throws -> Image {
        let (side, covered) = (300, 145)
        let part = try SamplePicture.decoded("collins.jpg").warped(
            SimilarityTransform(a: 1, b: 0, tx: 80, ty: 0), width: side, height: side)
        return part.withPixels { pixels in
            Image(width: side, height: side) { copy in
                for index in copy.indices {
                    copy[index] = index / 3 % side < covered ? pixels[index] : 60
                }
            }
        }
    }

    @Test("A difficult face is found at its position, the same each time")
    func difficultFace() throws {
        let image = try difficult()
        #expect(try Self.once.get().detect(in: image, smallestFace: 60).isEmpty)
        let faces = try Self.twice.get().detect(in: image, smallestFace: 60)
        #expect(faces.count == 1)
        let face = try #require(faces.first)
        #expect(face.box.intersectionOverUnion(Box(x: 92, y: 74, width: 104, height: 106)) > 0.5)
        #expect(face.confidence < FaceDetector.farFaceScore)
        #expect(try Self.twice.get().detect(in: image, smallestFace: 60) == faces)
    }

    @Test(
        "Pictures without a face and upside-down heads still give no face",
        arguments: [
            "no-face-coffee.jpg", "no-face-cat.jpg", "no-face-texture.jpg", "upside-down.jpg",
        ])
    func pictureWithoutAFace(name: String) throws {
        let image = try SamplePicture.decoded(name)
        #expect(try Self.twice.get().detect(in: image, smallestFace: 40).isEmpty)
    }

    @Test(
        "Faces found by the search are the same with and without the fallback",
        arguments: ["collins.jpg", "hopper-grey.jpg", "two-people.jpg", "near-and-far.jpg"])
    func unchanged(name: String) throws {
        let image = try SamplePicture.decoded(name)
        let once = try Self.once.get().detect(in: image, smallestFace: 60)
        #expect(!once.isEmpty)
        #expect(try Self.twice.get().detect(in: image, smallestFace: 60) == once)
    }

    @Test("Only the most probable near candidates centered in the picture are refined")
    func candidates() throws {
        let chance = LowConfidenceFallback(
            meshAugmentation: MeshTestTimeAugmentation(landmarker: try Self.landmarker.get()))
        let image = Image(width: 300, height: 100) { $0.update(repeating: 90) }
        let near = [
            face(x: 10, width: 40, confidence: 0.3), face(x: 100, width: 36, confidence: 0.5),
            face(x: 200, width: 50, confidence: 0.4),
        ]
        let rest = [
            face(x: 100, width: 30, confidence: 0.9), face(x: -60, width: 100, confidence: 0.9),
            face(x: 102, width: 36, confidence: 0.45),
        ]
        #expect(chance.candidates(among: near + rest, in: image) == [near[1], near[2]])
    }

    @Test("A candidate with a very low detector score is not a face, even if the mesh accepts it")
    func lowScoreIsNotAFace() throws {
        let chance = LowConfidenceFallback(
            meshAugmentation: MeshTestTimeAugmentation(landmarker: try Self.landmarker.get()))
        let portrait = try SamplePicture.decoded("collins.jpg")
        var face = try #require(
            Self.once.get().detect(in: portrait, smallestFace: 60).first)
        face.confidence = LowConfidenceFallback.minConfidence
        #expect(chance.confirms(face, in: portrait))
        face.confidence = LowConfidenceFallback.minConfidence.nextDown
        #expect(!chance.confirms(face, in: portrait))
    }
}
