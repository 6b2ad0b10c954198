extension ImageDecoder {
    /// The name of the picture format of a file's first bytes, whether it is supported or not.
    ///
    /// Returns nil for other files (films, documents, archives, drawings, icons) and for BMP, whose
    /// two-byte signature may also start a text.
    ///
    /// - Parameter firstBytes: The first bytes of a file; 16 are enough.
    /// - Returns: The common name, such as "JPEG", "PNG" or "WebP", or nil.
    package static func pictureFormatName(firstBytes: [UInt8]) -> String? {
        firstBytes.withUnsafeBytes { bytes in
            switch FileSignature(of: bytes) {
            case .readable(let format): format.name
            case .refused(let name): FileSignature.pictureNames.contains(name) ? name : nil
            case .unknown: nil
            }
        }
    }

    /// The name of the film format of a file's first bytes; nil for other files.
    ///
    /// - Parameter firstBytes: The first bytes of a file; ``filmSignatureLength`` are enough.
    /// - Returns: The common name, such as "MP4 or QuickTime video", or nil.
    package static func filmFormatName(firstBytes: [UInt8]) -> String? {
        firstBytes.withUnsafeBytes { bytes in
            guard case .refused(let name) = FileSignature(of: bytes), name.hasSuffix("video")
            else { return nil }
            return name
        }
    }

    /// Number of bytes that ``filmFormatName(firstBytes:)`` needs: two packets of an MPEG stream
    /// and one byte.
    package static let filmSignatureLength = 2 * 192 + 1
}

/// File type by its first bytes, regardless of name and extension.
enum FileSignature: Hashable {
    /// A supported format.
    case readable(ImageFormat)
    /// A known but unsupported format, with its common name.
    case refused(name: String)
    /// Unknown bytes.
    case unknown

    /// Detects the type of a file from its first bytes.
    init(of bytes: UnsafeRawBufferPointer) {
        if let format = ImageFormat(firstBytes: bytes) {
            self = .readable(format)
        } else if let name = Self.refusedName(bytes) {
            self = .refused(name: name)
        } else {
            self = .unknown
        }
    }

    private static func refusedName(_ bytes: UnsafeRawBufferPointer) -> String? {
        for (magic, name) in magics where bytes.starts(with: magic) { return name }
        func ascii(_ range: Range<Int>) -> String? {
            guard range.upperBound <= bytes.count else { return nil }
            return String(decoding: bytes[range], as: UTF8.self)
        }
        if ascii(0..<4) == "RIFF" && ascii(8..<12) == "WEBP" { return "WebP" }
        if ascii(0..<4) == "RIFF" && ascii(8..<12) == "AVI " { return "AVI video" }
        if ascii(4..<8) == "ftyp", let brand = ascii(8..<12) { return containerName(brand) }
        // QuickTime films from before 2001 have no brand.
        if let atom = ascii(4..<8), ["moov", "mdat", "wide"].contains(atom) {
            return "MP4 or QuickTime video"
        }
        if isTransportStream(bytes) { return "MPEG video" }
        return isSVG(bytes) ? "SVG" : nil
    }

    /// The unsupported formats of photographs; not BMP, see
    /// ``ImageDecoder/pictureFormatName(firstBytes:)``.
    fileprivate static let pictureNames: Set<String> = [
        "GIF", "WebP", "TIFF", "HEIC", "AVIF", "JPEG 2000", "JPEG XL", "Photoshop", "MNG", "JNG",
        "OpenEXR", "QOI", "Radiance HDR", "Canon raw",
    ]

    private static let magics: [([UInt8], String)] = [
        (Array("GIF87a".utf8), "GIF"),
        (Array("GIF89a".utf8), "GIF"),
        ([0x49, 0x49, 0x2A, 0x00], "TIFF"),
        ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"),
        ([0x49, 0x49, 0x2B, 0x00], "TIFF"),
        ([0x4D, 0x4D, 0x00, 0x2B], "TIFF"),
        (Array("BM".utf8), "BMP"),
        (Array("%PDF-".utf8), "PDF"),
        (Array("8BPS".utf8), "Photoshop"),
        ([0x00, 0x00, 0x01, 0x00], "ICO"),
        ([0xFF, 0x0A], "JPEG XL"),
        ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "JPEG XL"),
        ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], "JPEG 2000"),
        ([0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000"),
        ([0x8A, 0x4D, 0x4E, 0x47], "MNG"),
        ([0x8B, 0x4A, 0x4E, 0x47], "JNG"),
        ([0x76, 0x2F, 0x31, 0x01], "OpenEXR"),
        (Array("qoif".utf8), "QOI"),
        (Array("#?RADIANCE".utf8), "Radiance HDR"),
        ([0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM video"),
        ([0x00, 0x00, 0x01, 0xBA], "MPEG video"),
        ([0x00, 0x00, 0x01, 0xB3], "MPEG video"),
        (Array("FLV\u{1}".utf8), "Flash video"),
        ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "Windows Media video"),
        (Array("OggS".utf8), "Ogg video"),
        ([0x50, 0x4B, 0x03, 0x04], "ZIP"),
        ([0x1F, 0x8B], "gzip"),
    ]

    /// The brand of ISO base media files determines their content.
    private static func containerName(_ brand: String) -> String {
        switch brand {
        case "avif", "avis": "AVIF"
        case "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1": "HEIC"
        case "crx ": "Canon raw"
        case "M4A ", "M4B ": "MPEG-4 audio"
        default: "MP4 or QuickTime video"
        }
    }

    /// Packets of 188 bytes start with a sync byte; those of cameras have a timestamp of four bytes
    /// before it.
    private static func isTransportStream(_ bytes: UnsafeRawBufferPointer) -> Bool {
        [(188, 0), (192, 4)].contains { length, start in
            (0..<2).allSatisfy { packet in
                let offset = packet * length + start
                return offset < bytes.count && bytes[offset] == 0x47
            }
        }
    }

    /// SVG is text: an `<svg` among the first bytes, after at most an XML head and comments.
    private static func isSVG(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = bytes.prefix(1024)
        let text = start.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        guard text.first == UInt8(ascii: "<") else { return false }
        let tag = Array("<svg".utf8)
        return text.indices.contains { text[$0...].starts(with: tag) }
    }

    /// The error for an unsupported file.
    static func refusal(of name: String) -> FacialFunError {
        // The article depends on the pronunciation of the first letter.
        let isVowel = ["AVI", "ICO", "MP", "O", "SVG"].contains { name.hasPrefix($0) }
        let remedy =
            switch name {
            case _ where name.hasSuffix("video"):
                "Name the film on the command line: `facialfun score FILE`. Or extract single "
                    + "pictures as JPEG or PNG: `ffmpeg -i FILE frame-%04d.png`."
            case "WebP", "HEIC":
                "Convert it to JPEG or PNG, or use `facialfun score FILE`, which reads it if the "
                    + "library for it is installed."
            case "ZIP", "gzip": "Unpack it, and use the pictures."
            default: "Convert it to JPEG or PNG."
            }
        return FacialFunError(
            code: .unsupportedFormat,
            message: "This is \(isVowel ? "an" : "a") \(name) file, which is not supported here. "
                + remedy)
    }

    /// The error for bytes of an unknown format.
    static let unknownFormat = FacialFunError(
        code: .unsupportedFormat,
        message: "Unknown file format. Use a JPEG or PNG file.")
}
