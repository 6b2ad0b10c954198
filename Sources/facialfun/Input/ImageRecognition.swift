/// Which files of a folder are pictures.
///
/// A folder may hold other things (a README, a manifest), so a file in it is taken when its name or
/// its first bytes say that it is a picture; also of a format that the decoder refuses, so that the
/// refusal is seen. A file that is named on the command line is always taken.
enum ImageRecognition {
    /// How many first bytes ``isImage(firstBytes:)`` looks at.
    static let signatureLength = 16

    private static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "heic", "heif", "avif", "tif",
        "tiff", "bmp", "jxl", "jp2",
    ]

    /// Whether the name's extension is a picture's, in any case of letters.
    static func isImage(name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return false
        }
        return extensions.contains(
            String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    }

    /// Whether the first bytes of a file are a picture's.
    static func isImage(firstBytes: [UInt8]) -> Bool {
        let plain: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF],  // JPEG
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],  // PNG
            Array("GIF8".utf8),
            [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],  // TIFF
        ]
        if plain.contains(where: { firstBytes.starts(with: $0) }) { return true }
        guard firstBytes.count >= 12 else { return false }
        let brand = firstBytes[8..<12]
        if firstBytes.starts(with: Array("RIFF".utf8)) {
            return brand.elementsEqual("WEBP".utf8)
        }
        // ISO base media files; films have other brands.
        return firstBytes[4..<8].elementsEqual("ftyp".utf8)
            && ["heic", "heix", "hevc", "heim", "mif1", "msf1", "avif", "avis"]
                .contains(String(decoding: brand, as: UTF8.self))
    }
}
