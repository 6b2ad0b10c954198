import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

struct MeshTestTimeAugmentationTests {
    private static let landmarker = Result {
        try FaceLandmarker(modelDirectory: ModelsFolder.path(of: "face-mesh"))
    }

    private func panel() throws -> MeshTestTimeAugmentation {
        try MeshTestTimeAugmentation(landmarker: Self.landmarker.get())
    }

    /// The face of the portrait of Eileen Collins.
    private let face = FaceMeshRegion(center: Point(x: 224, y: 127), side: 156, radians: 0)

    @Test("the mesh accepts a portrait and rejects it upside down, and a cup of coffee")
    func uprightPortraitIsAccepted() throws {
        let portrait = try SamplePicture.decoded("collins.jpg")
        let upright = try panel().logit(in: portrait, from: [face], earlyExit: -.infinity)
        #expect(try #require(upright) > 8)
        let turned = try panel().logit(
            in: portrait, from: [face.turnedByHalf], earlyExit: -.infinity)
        #expect(
            try #require(upright) - (turned ?? -.infinity) > LowConfidenceFallback.upsideDownMargin)
        let coffee = try SamplePicture.decoded("no-face-coffee.jpg")
        let cup = FaceMeshRegion(center: Point(x: 300, y: 200), side: 200, radians: 0)
        let answer = try panel().logit(in: coffee, from: [cup], earlyExit: -.infinity)
        #expect(answer ?? -.infinity < 0)
    }

    @Test("very low first scores end without a result, and so does a region outside the picture")
    func lowScoresEndWithoutAResult() throws {
        let portrait = try SamplePicture.decoded("collins.jpg")
        #expect(try panel().logit(in: portrait, from: [face], earlyExit: 1000) == nil)
        let outside = FaceMeshRegion(center: Point(x: -40, y: 127), side: 156, radians: 0)
        #expect(try panel().logit(in: portrait, from: [outside], earlyExit: -.infinity) == nil)
    }

    @Test("mirroring both the picture and the region gives the same result")
    func mirrored() throws {
        let landmarker = try Self.landmarker.get()
        let portrait = try SamplePicture.decoded("collins.jpg")
        let reflection = portrait.withPixels { pixels in
            Image(width: portrait.width, height: portrait.height) { copy in
                for index in copy.indices {
                    let (pixel, channel) = index.quotientAndRemainder(dividingBy: 3)
                    let (row, column) = pixel.quotientAndRemainder(dividingBy: portrait.width)
                    let other = row * portrait.width + portrait.width - 1 - column
                    copy[index] = pixels[other * 3 + channel]
                }
            }
        }
        // A difficult region, whose logit is far from saturation.
        let region = FaceMeshRegion(center: Point(x: 250, y: 150), side: 260, radians: 0.3)
        let other = FaceMeshRegion(
            center: Point(x: Double(portrait.width) - 250, y: 150), side: 260, radians: -0.3)
        let plain = landmarker.mesh(in: portrait, region: region).presenceLogit
        let mirrored = landmarker.presenceLogit(in: reflection, mirrored: other)
        #expect(abs(plain - mirrored) < 0.3)
        // A mirrored region is a different input: without mirroring the logits would be equal.
        let same = landmarker.presenceLogit(in: portrait, mirrored: region)
        #expect(abs(plain - same) > 1e-6)
    }
}
