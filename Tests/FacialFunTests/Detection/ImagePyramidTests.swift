import Testing

@testable import FacialFun

struct ImagePyramidTests {
    @Test("the memory of the halved images is reused, unless the picture was large")
    func memoryIsReused() {
        var pyramid = ImagePyramid()
        for (width, height, isKept) in [(640, 480, true), (800, 600, true), (1280, 720, false)] {
            pyramid.begin(Image(width: width, height: height) { $0.update(repeating: 7) })
            #expect(pyramid.copy(step: 4).image.width == width / 4)
            #expect(pyramid.keptHalvings == 2)
            pyramid.end()
            #expect(pyramid.keptHalvings == (isKept ? 2 : 0))
        }
    }

    @Test("a pyramid that shares another's picture makes further levels itself")
    func sharedPicture() {
        var whole = ImagePyramid()
        whole.begin(Image(width: 640, height: 480) { $0.update(repeating: 7) })
        _ = whole.copy(step: 4)
        var (other, kept) = (ImagePyramid(), whole.keptHalvings)
        other.begin(seeing: whole)
        #expect(other.copy(step: 4).image == whole.copy(step: 4).image)
        #expect(other.keptHalvings == 0)
        #expect(other.copy(step: 8).image.width == 80)
        #expect(whole.keptHalvings == kept)
        #expect(whole.copy(step: 8).image == other.copy(step: 8).image)
        kept = other.keptHalvings
        other.end()
        #expect(kept == 3)
        #expect(whole.image.width == 640)
    }
}
