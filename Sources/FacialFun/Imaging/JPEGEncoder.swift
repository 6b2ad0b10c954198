import CFacialFun

/// Writes pictures as baseline JPEG (JFIF), without metadata.
///
/// The same picture gives the same bytes.
public struct JPEGEncoder: Sendable {
    /// Number of pixels that share a color; luma is stored for each pixel.
    public enum Subsampling: Sendable, CaseIterable {
        /// None: 4:4:4.
        case none
        /// Two horizontally adjacent pixels: 4:2:2, as in cameras.
        case halfWidth
        /// Two by two pixels: 4:2:0, as in most files.
        case quarter
    }

    /// Quality from 1 (smallest file) to 100.
    public let quality: Int
    /// Number of pixels that share a color.
    public let subsampling: Subsampling

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - quality: From 1 to 100, on the scale of libjpeg.
    ///   - subsampling: Number of pixels that share a color.
    public init(quality: Int = 92, subsampling: Subsampling = .quarter) {
        precondition((1...100).contains(quality), "the quality of a JPEG must be 1 to 100")
        self.quality = quality
        self.subsampling = subsampling
    }

    /// The bytes of a JPEG file.
    ///
    /// - Throws: `outOfMemory`; `tooManyPixels` for a side over 65,500, the limit of the format.
    public func encode(_ image: Image) throws(FacialFunError) -> [UInt8] {
        var message = facialfun_codec_message()
        var out: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = image.withPixels { pixels in
            guard let base = pixels.baseAddress else {
                return facialfun_codec_status.bad_argument
            }
            return facialfun_jpeg_encode(
                base, UInt32(image.width), UInt32(image.height), Int32(quality),
                codecSubsampling, &out, &count, &message)
        }
        defer { facialfun_codec_free(out) }
        guard status == .ok, let out else {
            let size = "\(image.width)×\(image.height)"
            throw status == .out_of_memory
                ? FacialFunError(
                    code: .outOfMemory,
                    message: "Not enough memory to encode \(size) pixels. Close other programs.",
                    cause: message.string)
                : FacialFunError(
                    code: .tooManyPixels,
                    message: "\(size) pixels exceed the limit of JPEG, 65,500 a side. "
                        + "Scale the picture down.",
                    cause: message.string)
        }
        return [UInt8](UnsafeBufferPointer(start: out, count: count))
    }

    private var codecSubsampling: facialfun_jpeg_subsampling {
        switch subsampling {
        case .none: .none
        case .halfWidth: .half_width
        case .quarter: .quarter
        }
    }
}
