import FaceImaging
import Testing

@testable import FaceAnalysis

struct ImagePyramidTests {
    @Test("the halvings' memory is kept for the next picture, unless the picture was large")
    func keptMemory() {
        var pyramid = ImagePyramid()
        for (width, height, isKept) in [(640, 480, true), (800, 600, true), (1280, 720, false)] {
            pyramid.begin(Image(width: width, height: height) { $0.update(repeating: 7) })
            #expect(pyramid.copy(step: 4).image.width == width / 4)
            #expect(pyramid.keptHalvings == 2)
            pyramid.end()
            #expect(pyramid.keptHalvings == (isKept ? 2 : 0))
        }
    }
}
