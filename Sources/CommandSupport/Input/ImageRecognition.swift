import FacialFun

/// Recognizes the pictures in a folder.
///
/// A folder may contain other files, such as a README or a manifest. A file counts as a picture by
/// its name or its first bytes, including formats that the decoder rejects, so that the error is
/// reported. A file named on the command line is always used.
package enum ImageRecognition {
    /// Number of bytes that ``isImage(firstBytes:)`` and ``isFilm(firstBytes:)`` need.
    package static let signatureLength = ImageDecoder.filmSignatureLength

    private static let extensions = Set(ImageFormat.allCases.flatMap(\.fileExtensions)).union([
        "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "jxl", "jp2",
    ])

    /// Extensions of films; not `ts`, which TypeScript programs also have.
    private static let filmExtensions: Set<String> = [
        "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg", "mpeg", "mts", "m2ts", "wmv", "flv",
        "3gp", "ogv",
    ]

    /// Whether the name has the extension of a picture, ignoring case.
    package static func isImage(name: [UInt8]) -> Bool {
        suffix(of: name).map(extensions.contains) ?? false
    }

    /// Whether the name has the extension of a film, ignoring case.
    package static func isFilm(name: [UInt8]) -> Bool {
        suffix(of: name).map(filmExtensions.contains) ?? false
    }

    /// Extensions of concatenated JPEGs, which start like a picture and have no timestamps.
    private static let jpegStreamExtensions: Set<String> = ["mjpeg", "mjpg"]

    /// Whether the name has the extension of a stream of JPEGs, ignoring case.
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
