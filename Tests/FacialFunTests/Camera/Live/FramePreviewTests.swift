import Testing

@testable import FacialFun

struct FramePreviewTests {
    @Test("a JPEG is passed through byte for byte")
    func jpegPassthrough() throws {
        let bytes = try LiveFrames.jpeg()
        var preview = FramePreview()
        #expect(
            try preview.jpeg(of: LiveFrames.frame(bytes, LiveFrames.mode(.mjpeg, 1, 1))) == bytes)
    }

    @Test("a mirrored JPEG is encoded again with left and right swapped")
    func mirrored() throws {
        let bytes = try LiveFrames.jpeg()
        let plain = try ImageDecoder().decode(bytes).image
        var preview = FramePreview()
        let mode = LiveFrames.mode(.mjpeg, 1, 1, mirrored: true)
        let mirrored = try ImageDecoder().decode(
            preview.jpeg(of: LiveFrames.frame(bytes, mode))
        ).image
        #expect((mirrored.width, mirrored.height) == (plain.width, plain.height))
        let (old, new) = (plain.gray(), mirrored.gray())
        var (straight, exchanged) = (0, 0)
        for y in 0..<plain.height {
            for x in 0..<plain.width {
                let value = Int(new[y * plain.width + x])
                straight += abs(value - Int(old[y * plain.width + x]))
                exchanged += abs(value - Int(old[y * plain.width + plain.width - 1 - x]))
            }
        }
        #expect(exchanged / new.count < 4 && straight > 3 * exchanged)
    }

    @Test("a raw frame becomes a JPEG of its pixels; a damaged one is an error")
    func raw() throws {
        var preview = FramePreview()
        let bytes = [UInt8](repeating: 120, count: 64 * 48)
        let mode = LiveFrames.mode(.gray, 64, 48)
        let image = try ImageDecoder().decode(
            preview.jpeg(of: LiveFrames.frame(bytes, mode))
        ).image
        #expect((image.width, image.height) == (64, 48))
        #expect(image.gray().allSatisfy { (118...122).contains($0) })
        #expect(throws: FacialFunError.self) {
            _ = try preview.jpeg(of: LiveFrames.frame([1], mode))
        }
    }
}
