import Testing

@testable import FacialFun

@Suite struct ExposureTests {
    typealias Portrait = FacePictures.Portrait

    @Test(arguments: FacePictures.portraits, [0.25, 0.5, 0.8])
    func lessLightReducesLumaAndContrastProportionally(portrait: Portrait, gain: Double) throws {
        let face = try portrait.face()
        let before = Exposure(ofFace: face)
        let after = Exposure(ofFace: face.changed { value, _, _ in value * gain })
        #expect(abs(after.meanLuma - gain * before.meanLuma) < 0.005)
        #expect(abs(after.contrast - gain * before.contrast) < 0.01)
        #expect(after.darkShare >= before.darkShare)
        #expect(after.brightShare <= before.brightShare)
    }

    @Test(arguments: FacePictures.portraits)
    func increasingLightClipsMore(portrait: Portrait) throws {
        let face = try portrait.face()
        let steps = [1.0, 1.5, 2, 3, 5].map { gain in
            Exposure(ofFace: face.changed { value, _, _ in value * gain })
        }
        for (less, more) in zip(steps, steps.dropFirst()) {
            #expect(more.meanLuma > less.meanLuma)
            #expect(more.brightShare > less.brightShare)
        }
    }

    @Test func portraitsAreWellExposed() throws {
        for portrait in FacePictures.portraits {
            let exposure = Exposure(ofFace: try portrait.face())
            #expect(0.3...0.8 ~= exposure.meanLuma)
            #expect(exposure.darkShare < 0.05 && exposure.brightShare < 0.05)
            #expect(exposure.contrast > 0.25)
        }
    }

    @Test(arguments: [0, 10, 11, 128, 244, 245, 255] as [UInt8])
    func uniformPictureHasItsGrayAsMean(gray: UInt8) {
        let exposure = Exposure(ofFace: FacePictures.flat(gray))
        #expect(abs(exposure.meanLuma - Double(gray) / 255) < 1e-9)
        #expect(exposure.darkShare == (gray <= 10 ? 1 : 0))
        #expect(exposure.brightShare == (gray >= 245 ? 1 : 0))
        #expect(exposure.contrast == 0)
    }

    /// Luma rises evenly from 0 at the top to 255 at the bottom.
    ///
    /// The oval spans 0.22 to 0.94 of the height and is narrow at both ends.
    @Test func rampHasTheExpectedMeanAndContrast() {
        let ramp = FacePictures.flat(0, side: 256).changed { _, _, y in Double(y) }
        let exposure = Exposure(ofFace: ramp)
        #expect(abs(exposure.meanLuma - 0.58) < 0.01)
        // In a disc, 90 % of the area is between −0.806 and 0.806 of the radius.
        #expect(abs(exposure.contrast - 2 * 0.806 * 0.36) < 0.015)
        #expect(exposure.darkShare == 0 && exposure.brightShare == 0)
    }

    @Test(arguments: FacePictures.portraits, [0, 255] as [UInt8])
    func backgroundDoesNotCount(portrait: Portrait, gray: UInt8) throws {
        let face = try portrait.face()
        let other = face.changed { value, x, y in
            let (dx, dy) = (
                ((Double(x) + 0.5) / 200 - 0.5) / 0.34, ((Double(y) + 0.5) / 200 - 0.58) / 0.36
            )
            return dx * dx + dy * dy > 1 ? Double(gray) : value
        }
        #expect(other != face)
        #expect(Exposure(ofFace: other) == Exposure(ofFace: face))
    }

    @Test(arguments: FacePictures.portraits)
    func exposureIsNearlyIndependentOfResolution(portrait: Portrait) throws {
        let large = Exposure(ofFace: try portrait.face(side: 600))
        let small = Exposure(ofFace: try portrait.face(side: 100))
        #expect(abs(large.meanLuma - small.meanLuma) < 0.01)
        #expect(abs(large.contrast - small.contrast) < 0.05)
    }

    @Test func singlePixelIsMeasured() {
        #expect(Exposure(ofFace: FacePictures.flat(51, side: 1)).meanLuma == 0.2)
    }
}
