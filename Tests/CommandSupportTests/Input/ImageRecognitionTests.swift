import Testing

@testable import CommandSupport

struct ImageRecognitionTests {
    @Test(
        "image files are recognized by extension",
        arguments: [
            ("a.jpg", true), ("A.JPEG", true), ("a.b.png", true), ("x.heic", true), ("x.gif", true),
            ("README.txt", false), ("manifest.json", false), ("jpg", false), (".png", false),
            ("a.", false), ("", false),
        ])
    func names(name: String, expected: Bool) {
        #expect(ImageRecognition.isImage(name: Array(name.utf8)) == expected)
    }

    @Test("magic bytes identify pictures of every known format, and films are not pictures")
    func signatures() {
        func ftyp(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) }
        let pictures: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
            Array("GIF89a".utf8), Array("RIFF0000WEBPVP8 ".utf8), ftyp("heic"), ftyp("avif"),
            ftyp("hevx"), ftyp("crx "), Array("II*\0".utf8), Array("II+\0".utf8),
            [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], [0xFF, 0x0A], Array("8BPS".utf8),
        ]
        for bytes in pictures { #expect(ImageRecognition.isImage(firstBytes: bytes)) }
        let others: [[UInt8]] = [
            [], [0xFF, 0xD8], Array("RIFF0000WAVEfmt ".utf8), ftyp("isom"),
            Array("BMW.txt".utf8), Array("%PDF-1.7".utf8), Array("<svg>".utf8), [0x1F, 0x8B],
            [0, 0, 1, 0], Array("{\"format\": 1}".utf8),
        ]
        for bytes in others { #expect(!ImageRecognition.isImage(firstBytes: bytes)) }
    }
}
