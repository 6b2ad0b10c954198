import FacialFunWire
import Foundation
import NeuralNetwork
import Testing
import TestSupport

@testable import FacialFun

/// One detection over a whole picture, step by step like the original pipeline.
struct OriginalPipelineTests {
    /// A face as recorded by `training/convert/record_detections.py`, in pixels of the picture.
    private struct Recorded: Decodable {
        let centre: [Double]
        let size: [Double]
        let points: [[Double]]
        let score: Double
    }

    private func recorded(_ name: String) throws -> [Recorded] {
        let path = "\(ModelsFolder.path(of: "face-detector"))/detections.json"
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let pictures = try JSONDecoder().decode([String: [Recorded]].self, from: data)
        return try #require(pictures[name])
    }

    @Test(
        "Sampling, network, decoding and suppression give the detections of the original",
        arguments: ["collins.jpg", "hopper.jpg"])
    func detectionsMatchTheOriginal(name: String) throws {
        let image = try SamplePicture.decoded(name)
        let network = try Network(directory: ModelsFolder.path(of: "face-detector"))
        let workspace = try network.makeWorkspace()
        let longer = Double(max(image.width, image.height))
        let step = longer / 128
        let corner = Point(
            x: (Double(image.width) - longer) / 2, y: (Double(image.height) - longer) / 2)
        // The original treats sampled pixel indices as points, which is a shift of half a pixel.
        InputSampler(network.manifest.input, outside: 0).fill(
            workspace, from: image,
            inputToImage: SimilarityTransform(
                a: step, b: 0, tx: corner.x + 0.5, ty: corner.y + 0.5))
        network.run(workspace)
        let decoder = BoxDecoder(anchors: AnchorGrid(height: 128, width: 128))
        let toImage = SimilarityTransform(a: step, b: 0, tx: corner.x, ty: corner.y)
        let found = WeightedNonMaximumSuppression().merged(
            decoder.faces(in: workspace, threshold: 0.5)
        )
        .map { $0.mapped(toImage) }

        let expected = try recorded(name)
        #expect(found.count == expected.count && !found.isEmpty)
        for (face, recorded) in zip(found, expected) {
            let tolerance = 0.002 * recorded.size[0]
            #expect(abs(face.confidence - recorded.score) < 0.002)
            #expect(abs(face.box.width - recorded.size[0]) < tolerance)
            #expect(abs(face.box.height - recorded.size[1]) < tolerance)
            #expect(distance(face.box.center, recorded.centre) < tolerance)
            let points = face.keypoints
            let ordered = [
                points.rightEye, points.leftEye, points.noseTip, points.mouthCentre,
                points.rightEar, points.leftEar,
            ]
            for (point, place) in zip(ordered, recorded.points) {
                #expect(distance(point, place) < tolerance)
            }
        }
    }

    private func distance(_ point: Point, _ place: [Double]) -> Double {
        point.distance(to: Point(x: place[0], y: place[1]))
    }
}
