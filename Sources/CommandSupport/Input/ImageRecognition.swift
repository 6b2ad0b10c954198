import FacialFun

/// Which files of a folder are pictures.
///
/// A folder may hold other things (a README, a manifest), so a file in it is taken when its name or
/// its first bytes say that it is a picture; also of a format that the decoder refuses, so that the
/// refusal is seen. A file that is named on the command line is always taken.
package enum ImageRecognition {
    /// Number of bytes that ``isImage(firstBytes:)`` and ``isFilm(firstBytes:)`` need.
    package static let signatureLength = ImageDecoder.filmSignatureLength

    private static let extensions = Set(ImageFormat.allCases.flatMap(\.fileExtensions)).union([
        "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "jxl", "jp2",
    ])

    /// Those of films; not `ts`, which programs in TypeScript have, too.
    private static let filmExtensions: Set<String> = [
        "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg", "mpeg", "mts", "m2ts", "wmv", "flv",
        "3gp", "ogv",
    ]

    /// Whether the name's extension is a picture's, in any case of letters.
    package static func isImage(name: [UInt8]) -> Bool {
        suffix(of: name).map(extensions.contains) ?? false
    }

    /// Whether the name's extension is a film's, in any case of letters.
    package static func isFilm(name: [UInt8]) -> Bool {
        suffix(of: name).map(filmExtensions.contains) ?? false
    }

    /// Those of JPEGs one after the other, which begin like a picture and have no times.
    private static let jpegStreamExtensions: Set<String> = ["mjpeg", "mjpg"]

    /// Whether the name's extension is that of a stream of JPEGs, in any case of letters.
    package static func isJPEGStream(name: [UInt8]) -> Bool {
        suffix(of: name).map(jpegStreamExtensions.contains) ?? false
    }

    /// Whether the first bytes of a file are a film's.
    package static func isFilm(firstBytes: [UInt8]) -> Bool {
        ImageDecoder.filmFormatName(firstBytes: firstBytes) != nil
    }

    private static func suffix(of name: [UInt8]) -> String? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return nil
        }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// Whether the first bytes of a file are a picture's.
    package static func isImage(firstBytes: [UInt8]) -> Bool {
        ImageDecoder.pictureFormatName(firstBytes: firstBytes) != nil
    }
}
