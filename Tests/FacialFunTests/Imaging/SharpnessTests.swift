import Testing

@testable import FacialFun

@Suite struct SharpnessTests {
    typealias Portrait = FacePictures.Portrait

    @Test(arguments: FacePictures.portraits)
    func blurReducesSharpnessStepByStep(portrait: Portrait) throws {
        let face = try portrait.face()
        let values = [0.5, 1, 2, 3, 4, 6, 8].map { Sharpness(ofFace: face.blurred($0)).value }
        for (less, more) in zip(values, values.dropFirst()) { #expect(more < less) }
        // A blur of 3 % of the side reduces sharpness by more than half.
        let sharp = Sharpness(ofFace: face).value
        #expect(sharp > 0.25 && sharp < 0.7, "\(sharp)")
        #expect(Sharpness(ofFace: face.blurred(6)).value < 0.55 * sharp)
    }

    @Test(arguments: FacePictures.portraits, [0.25, 0.5, 0.75])
    func lightAndContrastHardlyMatter(portrait: Portrait, gain: Double) throws {
        let face = try portrait.face()
        let sharp = Sharpness(ofFace: face).value
        let darker = Sharpness(ofFace: face.changed { value, _, _ in value * gain }).value
        #expect(abs(darker / sharp - 1) < 0.05, "\(darker) for \(sharp)")
        let paler = Sharpness(
            ofFace: face.changed { value, _, _ in 128 + (value - 128) * gain }
        ).value
        #expect(abs(paler / sharp - 1) < 0.05, "\(paler) for \(sharp)")
    }

    @Test(arguments: FacePictures.portraits, [120, 160, 300, 600])
    func sharpnessIsNearlyIndependentOfResolution(portrait: Portrait, side: Int) throws {
        let sharp = Sharpness(ofFace: try portrait.face()).value
        let other = Sharpness(ofFace: try portrait.face(side: side)).value
        #expect(abs(other / sharp - 1) < 0.08, "\(other) for \(sharp)")
    }

    @Test(arguments: FacePictures.portraits)
    func tooFewPixelsCountAsBlur(portrait: Portrait) throws {
        let values = try [96, 64, 48, 32, 24].map {
            Sharpness(ofFace: try portrait.face(side: $0)).value
        }
        for (larger, smaller) in zip(values, values.dropFirst()) { #expect(smaller < larger) }
    }

    /// The variance of the Laplacian would count noise as sharpness.
    @Test(arguments: FacePictures.portraits)
    func noiseDoesNotMakeABlurredFaceSharp(portrait: Portrait) throws {
        let face = try portrait.face()
        let sharp = Sharpness(ofFace: face).value
        #expect(Sharpness(ofFace: face.blurred(6).noisy(8)).value < 0.7 * sharp)
        #expect(abs(Sharpness(ofFace: face.noisy(8)).value / sharp - 1) < 0.15)
    }

    @Test(arguments: FacePictures.portraits)
    func backgroundDoesNotCount(portrait: Portrait) throws {
        let face = try portrait.face(side: Sharpness.side)
        let noise = TestPictures.noise(width: face.width, height: face.height)
        // The pixels that change are so far from the oval that the blurs, nine pixels wide in
        // total, do not reach it.
        let other = face.changed { value, x, y in
            x < 6 || x >= face.width - 6 || y < 6 ? Double(noise.pixel(x, y)[0]) : value
        }
        #expect(other != face)
        #expect(abs(Sharpness(ofFace: other).value - Sharpness(ofFace: face).value) < 1e-6)
    }

    @Test func uniformPictureHasNoSharpness() {
        #expect(Sharpness(ofFace: FacePictures.flat(120)).value == 0)
        #expect(Sharpness(ofFace: FacePictures.flat(120, side: 1)).value == 0)
    }
}
