import FacialFun
import Testing

@Suite struct ImageTests {
    @Test func shrinkingByAWholeFactorAveragesBlocks() {
        let image = TestPictures.noise(width: 12, height: 6)
        let small = image.resizedByArea(width: 4, height: 2)
        for y in 0..<2 {
            for x in 0..<4 {
                for c in 0..<3 {
                    var sum = 0
                    for dy in 0..<3 {
                        for dx in 0..<3 { sum += Int(image.pixel(3 * x + dx, 3 * y + dy)[c]) }
                    }
                    #expect(abs(Int(small.pixel(x, y)[c]) - (sum + 4) / 9) <= 1)
                }
            }
        }
    }

    @Test func shrinkingOneAxisWhileEnlargingTheOtherAverages() {
        // Columns of black and white, one pixel wide.
        let image = Image(width: 64, height: 4) { pixels in
            for i in pixels.indices { pixels[i] = i / 3 % 2 == 0 ? 0 : 255 }
        }
        let other = image.resizedByArea(width: 8, height: 16)
        #expect(other.gray().allSatisfy { (126...129).contains($0) })
    }

    @Test func resizingToTheSameSizeIsIdentity() {
        let image = TestPictures.noise(width: 9, height: 7)
        #expect(image.resizedByArea(width: 9, height: 7) == image)
    }

    @Test func grayIsBT601Luma() {
        let image = TestPictures.noise(width: 31, height: 17)
        let gray = image.gray()
        for y in 0..<17 {
            for x in 0..<31 {
                let p = image.pixel(x, y).map(Double.init)
                let luma = 0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]
                #expect(abs(Double(gray[y * 31 + x]) - luma) <= 0.51)
            }
        }
    }

    @Test func errorWhileFillingIsRethrown() {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            _ = try Image(width: 3, height: 3) { _ throws(Stop) in throw Stop() }
        }
    }

    @Test func imagesAreComparedByPixels() {
        #expect(TestPictures.noise(width: 5, height: 4) == TestPictures.noise(width: 5, height: 4))
        #expect(TestPictures.noise(width: 5, height: 4) != TestPictures.noise(width: 4, height: 5))
        #expect(
            TestPictures.noise(width: 5, height: 4)
                != TestPictures.noise(width: 5, height: 4, seed: 2))
    }
}
