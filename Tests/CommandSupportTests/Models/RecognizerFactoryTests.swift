import Emotions
import FaceImaging
import Testing

@testable import CommandSupport

struct RecognizerFactoryTests {
    @Test("codes are spelled as on the wire, and a limit names the flag that changes it")
    func reasons() {
        let error = ImageError(code: .tooManyPixels, message: "Too large.", cause: nil)
        let pixels = RecognizerFactory.reason(of: error, namesFlags: true)
        #expect(pixels.code == "too_many_pixels")
        #expect(pixels.message == "Too large. (--max-pixels)")
        // `match` and `bench` have no such flag.
        #expect(RecognizerFactory.reason(of: error).message == "Too large.")
        let corrupt = RecognizerFactory.reason(
            of: ImageError(code: .corrupt, message: "Damaged.", cause: "bad Huffman code"))
        #expect(corrupt.code == "corrupt")
        #expect(corrupt.message == "Damaged. (bad Huffman code)")
    }

    @Test("a message ends with a full stop before another sentence follows")
    func sentences() {
        #expect(RecognizerFactory.sentence("No memory") == "No memory.")
        #expect(RecognizerFactory.sentence("Damaged.") == "Damaged.")
        #expect(RecognizerFactory.sentence("") == "")
    }
}
