import FacialFunWire
import Foundation
import NeuralNetwork
import Testing
import TestSupport

@testable import FacialFun

/// The whole search, on public-domain portraits among the sample pictures.
struct FaceDetectorTests {
    private static let detector = Result {
        try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
    }

    private func detect(_ image: Image, smallestFace: Double = 60) throws -> [Face] {
        try Self.detector.get().detect(in: image, smallestFace: smallestFace)
    }

    /// The portrait of Eileen Collins, 512×512; her face is about 104 pixels wide.
    private func portrait() throws -> Image { try SamplePicture.decoded("collins.jpg") }

    /// Her face, measured in the picture.
    private let known = Box(x: 172, y: 74, width: 104, height: 106)

    @Test("A portrait has one face, with eyes, nose, mouth and ears in their order")
    func portraitHasOneFace() throws {
        let faces = try detect(portrait())
        #expect(faces.count == 1)
        let face = try #require(faces.first)
        #expect(face.box.intersectionOverUnion(known) > 0.8)
        #expect(face.confidence > 0.85 && face.confidence <= 1)
        let points = face.keypoints
        #expect(points.rightEye.x < points.noseTip.x && points.noseTip.x < points.leftEye.x)
        #expect(points.rightEar.x < points.rightEye.x && points.leftEye.x < points.leftEar.x)
        #expect(points.rightEye.y < points.noseTip.y && points.noseTip.y < points.mouthCentre.y)
    }

    @Test("With a minimum width of 40 pixels, at least fourteen faces of a group are found")
    func group() throws {
        let faces = try detect(SamplePicture.decoded("group.jpg"), smallestFace: 40)
        #expect(14...15 ~= faces.count)
    }

    @Test("Small faces are found next to a large one, the largest first")
    func smallFacesNextToALargeOne() throws {
        let faces = try detect(SamplePicture.decoded("near-and-far.jpg"), smallestFace: 40)
        #expect(faces.count == 6)
        #expect(faces.map(\.box.area) == faces.map(\.box.area).sorted(by: >))
    }

    @Test(
        "Pictures without a face give no face",
        arguments: ["no-face-coffee.jpg", "no-face-cat.jpg", "no-face-texture.jpg"])
    func pictureWithoutAFace(name: String) throws {
        #expect(try detect(SamplePicture.decoded(name), smallestFace: 40).isEmpty)
    }

    @Test("The same image gives bit-identical faces, also on several threads")
    func deterministic() async throws {
        let image = try portrait()
        let expected = try detect(image)
        let results = try await withThrowingTaskGroup(of: [Face].self) { group in
            for _ in 0..<4 { group.addTask { try detect(image) } }
            return try await group.reduce(into: [[Face]]()) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 == expected })
    }

    @Test(
        "A face moves and scales with its picture", arguments: [(1.0, 37.0, -20.0), (0.5, 100, 60)])
    func equivariant(scale: Double, dx: Double, dy: Double) throws {
        let image = try portrait()
        let before = try #require(detect(image).first)
        // Point p of the new picture shows point (p − d) / scale of the old one.
        let map = SimilarityTransform(a: 1 / scale, b: 0, tx: -dx / scale, ty: -dy / scale)
        let moved = image.warped(map, width: 512, height: 512)
        let after = try #require(detect(moved, smallestFace: 30).first)
        let width = before.box.width * scale
        #expect(abs(after.box.width - width) < 0.08 * width)
        let eyes = before.keypoints.rightEye.midpoint(to: before.keypoints.leftEye)
        let found = after.keypoints.rightEye.midpoint(to: after.keypoints.leftEye)
        #expect(found.distance(to: map.inverse.apply(eyes)) < 0.05 * width)
    }

    @Test("A tilted head keeps its width and its eye positions", arguments: [-45.0, -30, 30, 45])
    func tilted(degrees: Double) throws {
        let image = try portrait()
        let before = try #require(detect(image).first)
        let angle = degrees * .pi / 180
        let (a, b) = (cosine(angle), sine(angle))
        let center = before.box.center
        let map = SimilarityTransform(
            a: a, b: b, tx: center.x - (a * 256 - b * 256), ty: center.y - (b * 256 + a * 256))
        let faces = try detect(image.warped(map, width: 512, height: 512))
        let after = try #require(faces.first)
        #expect(abs(after.box.width / before.box.width - 1) < 0.1)
        let eye = map.inverse.apply(before.keypoints.leftEye)
        #expect(after.keypoints.leftEye.distance(to: eye) < 0.08 * before.box.width)
    }

    @Test("A face that the edge of the picture cuts is found", arguments: [0.2, 0.3])
    func cutByEdge(share: Double) throws {
        let image = try portrait()
        let cut = known.x + share * known.width
        let part = image.warped(
            SimilarityTransform(a: 1, b: 0, tx: cut, ty: 0), width: 300, height: 400)
        let face = try #require(detect(part).first)
        let expected = known.center.x - cut
        #expect(abs(face.box.center.x - expected) < 0.15 * known.width)
    }

    @Test("A face that fills a small picture is found")
    func tight() throws {
        let image = try portrait()
        let side = 48
        let scale = 1.14 * known.width / Double(side)
        let crop = image.warped(
            SimilarityTransform(
                a: scale, b: 0, tx: known.center.x - scale * 24, ty: known.center.y - scale * 24),
            width: side, height: side)
        let smallest = SearchBudget.service.smallestFace(width: side, height: side)
        let face = try #require(detect(crop, smallestFace: smallest).first)
        #expect(abs(face.box.width - 42) < 5)
    }

    @Test(
        "Images of any size and shape are accepted, and a uniform one has no face",
        arguments: [(1, 1), (1, 700), (900, 2), (3, 3), (128, 128), (1500, 40)], [0, 127, 255])
    func uniform(size: (Int, Int), gray: Int) throws {
        let image = Image(width: size.0, height: size.1) { $0.update(repeating: UInt8(gray)) }
        #expect(try detect(image, smallestFace: 40).isEmpty)
    }

    @Test("A network that is not a face detector is rejected by name")
    func wrongNetwork() throws {
        let mesh = try Network(directory: ModelsFolder.path(of: "face-mesh"))
        #expect(throws: NetworkError.self) { try FaceDetector(network: mesh) }
    }

    @Test("A network with a fixed input size is rejected, regardless of its manifest")
    func fixedSizeNetwork() throws {
        let folder = URL(fileURLWithPath: ModelsFolder.path(of: "face-detector"))
        let manifest = try String(
            decoding: Data(contentsOf: folder.appendingPathComponent("manifest.json")),
            as: UTF8.self)
        let weights = try [UInt8](
            Data(contentsOf: folder.appendingPathComponent("weights.safetensors")))
        // Order of the reshapes: fine and coarse logits, fine and coarse boxes, suspected small
        // faces.
        let parts = manifest.components(separatedBy: "-1,")
        try #require(parts.count == 6)
        let rows = ["512,", "384,", "512,", "384,", "256,"]
        let fixed = zip(parts, rows + [""]).map { $0 + $1 }.joined()
        let network = try Network(manifest: Manifest(bytes: Array(fixed.utf8)), weights: weights)
        let error = #expect(throws: NetworkError.self) { try FaceDetector(network: network) }
        #expect(error?.code == .invalidGraph)
        #expect(error?.message.contains("is not the face detector") == true)
    }
}
