@testable import FacialFun
@testable import FacialFunServer

/// Metadata of picture files; the decoders of pixels are fuzzed in C.
enum PictureTargets {
    private static let decoder = ImageDecoder(limits: .service)

    /// The orientation in EXIF data, the memory that it announces, and the header.
    @Sendable static func exif(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { raw in
            for format in [ImageFormat.jpeg, .png] {
                let orientation = Orientation(in: raw, format: format).exif
                precondition((1...8).contains(orientation), "an orientation beyond 1…8")
            }
        }
        // 4 bytes for each of 3 megapixels, and the coefficients of several scans.
        precondition(0...28_000_000 ~= ImageMemoryEstimate.bytes(announcedBy: bytes))
        do throws(FacialFunError) {
            let header = try decoder.header(of: bytes)
            precondition(header.width > 0 && header.height > 0)
            precondition(header.width * header.height <= DecodeLimits.service.maxPixels)
        } catch {
            precondition(!error.message.isEmpty)
        }
    }
}
