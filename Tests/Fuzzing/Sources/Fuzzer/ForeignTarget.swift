@testable import CommandSupport
@testable import FacialFun
@testable import Films

/// The output of the process that decodes a WebP or HEIC file, which a malicious file may control,
/// and the metadata that the process reads from a WebP file.
enum ForeignTarget {
    private static let limits = DecodeLimits(maxFileBytes: 20_000, maxPixels: 10_000)

    /// The first byte is the exit code, the second the length of the part of the remaining bytes
    /// that the process writes to stderr.
    @Sendable static func run(_ bytes: [UInt8]) {
        guard bytes.count > 2 else { return }
        let rest = bytes.dropFirst(2)
        let complaint = RunningProgram.complaint(in: Array(rest.prefix(Int(bytes[1]))))
        if let complaint {
            precondition(
                !complaint.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F },
                "a complaint that a terminal would obey")
        }
        let output = Array(rest.dropFirst(Int(bytes[1])))
        let end = ForeignPicture.End(code: Int32(bytes[0]), output: output, complaint: complaint)
        do throws(FacialFunError) {
            let png = try ForeignPicture(format: bytes[1] & 1 == 0 ? .webp : .heic)
                .png(after: end, limits: limits)
            precondition(end.code == 0, "a picture of a process that failed")
            try decode(png)
        } catch {
            precondition(!error.message.isEmpty)
        }
        takeMetadata(of: output)
    }

    private static func decode(_ png: [UInt8]) throws(FacialFunError) {
        let image = try ImageDecoder(limits: limits).decode(png).image
        precondition(image.width * image.height <= limits.maxPixels, "a picture that is too large")
    }

    /// With arbitrary EXIF data added, the picture is still valid.
    private static func takeMetadata(of file: [UInt8]) {
        guard let exif = PictureMetadata.exif(inWebP: file) else { return }
        precondition(exif.count <= file.count)
        do throws(FacialFunError) {
            let image = try ImageDecoder(limits: limits)
                .decode(PictureMetadata.inserted(exif, intoPNG: png)).image
            precondition(Set([image.width, image.height]) == [3, 2])
        } catch {
            preconditionFailure("a picture with EXIF data is refused: \(error.message)")
        }
    }

    private static let png: [UInt8] = {
        do {
            return try PNGEncoder().encode(Image(width: 3, height: 2) { $0.update(repeating: 9) })
        } catch {
            fatalError("no picture can be made: \(error)")
        }
    }()
}
