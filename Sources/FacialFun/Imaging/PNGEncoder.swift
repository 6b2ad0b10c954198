import CFacialFun

/// Writes pictures as PNG: 8-bit RGB, not interlaced, no metadata.
///
/// The same picture gives the same bytes. Optimized for speed, not size: one filter, the fastest
/// compression level.
public struct PNGEncoder: Sendable {
    /// Makes an encoder.
    public init() {}

    /// The bytes of a PNG file.
    ///
    /// - Throws: `outOfMemory`.
    public func encode(_ image: Image) throws(FacialFunError) -> [UInt8] {
        var message = facialfun_codec_message()
        var out: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = image.withPixels { pixels in
            guard let base = pixels.baseAddress else {
                return facialfun_codec_status.bad_argument
            }
            return facialfun_png_encode(
                base, UInt32(image.width), UInt32(image.height), &out, &count, &message)
        }
        defer { facialfun_codec_free(out) }
        guard status == .ok, let out else {
            throw FacialFunError(
                code: .outOfMemory,
                message: "Not enough memory to encode \(image.width)×\(image.height) pixels. "
                    + "Close other programs.",
                cause: message.string)
        }
        return [UInt8](UnsafeBufferPointer(start: out, count: count))
    }
}
