import Testing

@testable import FacialFunWire

struct MultipartImagesTests {
    private static func part(_ body: [UInt8], _ header: String? = nil) -> [UInt8] {
        let length = header ?? "Content-Length: \(body.count)"
        return Array("--frame\r\nContent-Type: image/jpeg\r\n\(length)\r\n\r\n".utf8) + body
            + Array("\r\n".utf8)
    }

    @Test(
        "images do not depend on how the stream is split",
        arguments: [1, 2, 7, 64, 10_000])
    func parts(length: Int) throws {
        // One of them contains the bytes that end a head.
        let images: [[UInt8]] = [[1, 2, 3], Array("a\r\n\r\nb--frame\r\n".utf8), [255]]
        let stream =
            images.enumerated().flatMap {
                Self.part($1, $0 == 1 ? "content-LENGTH:  \($1.count)" : nil)
            } + Array("--frame--\r\n".utf8)
        var parts = MultipartImages()
        var found: [[UInt8]] = []
        for start in stride(from: 0, to: stream.count, by: length) {
            parts.append(Array(stream[start..<min(start + length, stream.count)]))
            while let image = try parts.next() { found.append(image) }
        }
        #expect(found == images)
    }

    @Test(
        "a part with a missing or impossible length is an invalid response",
        arguments: [
            "X: 3", "Content-Length: 0", "Content-Length: -1", "Content-Length: x",
            "Content-Length: \(MultipartImages.largest + 1)",
        ])
    func lengths(header: String) {
        var parts = MultipartImages()
        parts.append(Self.part([1, 2, 3], header))
        let error = #expect(throws: ScoringClientError.self) { try parts.next() }
        #expect(error?.code == .badAnswer)
    }
}
