import CFacialFun
import FacialFun
import Glibc

/// A format of pictures that an optional library decodes.
enum OptionalFormat: String, CaseIterable {
    /// Decoded by libwebp.
    case webp
    /// Decoded by libheif.
    case heic

    /// The optional format with these first bytes; nil for other formats.
    init?(firstBytes: [UInt8]) {
        switch ImageDecoder.pictureFormatName(firstBytes: firstBytes) {
        case "WebP": self = .webp
        case "HEIC": self = .heic
        default: return nil
        }
    }

    /// The name of the format, for people.
    var name: String { self == .webp ? "WebP" : "HEIC" }

    /// The library and its Debian package.
    var library: (name: String, package: String) {
        self == .webp ? ("libwebp", "libwebp7") : ("libheif", "libheif1")
    }

    /// Decodes a file, in this process.
    func decode(
        _ bytes: [UInt8], maxPixels: Int
    ) -> (status: facialfun_optional_status, picture: facialfun_optional_picture) {
        var picture = facialfun_optional_picture()
        let status = bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return facialfun_optional_status.damaged }
            return switch self {
            case .webp: facialfun_webp_decode(base, buffer.count, UInt64(maxPixels), &picture)
            case .heic: facialfun_heic_decode(base, buffer.count, UInt64(maxPixels), &picture)
            }
        }
        return (status, picture)
    }
}
