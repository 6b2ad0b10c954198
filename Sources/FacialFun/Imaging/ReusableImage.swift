/// A picture whose memory is reused for the next one, for sequences such as videos.
///
/// A picture that is still in use is never overwritten; the next one then takes new memory.
package struct ReusableImage: Sendable {
    private var buffer: PixelBuffer?

    /// Creates a picture without memory.
    package init() {}

    /// Creates a picture in the memory of the previous one.
    ///
    /// - Parameters:
    ///   - width: Width in pixels, at least 1.
    ///   - height: Height in pixels, at least 1.
    ///   - fill: Must write every one of the `width * height * 3` bytes.
    /// - Returns: The picture. Allocates only if the previous one is still in use or was smaller.
    /// - Throws: Errors of `fill`; the memory is kept.
    package mutating func make<E>(
        width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws(E) -> Void
    ) throws(E) -> Image {
        let count = Image.byteCount(width, height)
        let kept = take(count) ?? Image.allocate(width: width, height: height)
        buffer = kept
        try fill(UnsafeMutableBufferPointer(rebasing: kept.bytes[..<count]))
        return Image(width: width, height: height, buffer: kept)
    }

    /// The memory, if it is large enough and uniquely owned.
    private mutating func take(_ count: Int) -> PixelBuffer? {
        guard isKnownUniquelyReferenced(&buffer), let kept = buffer, kept.bytes.count >= count
        else { return nil }
        return kept
    }
}
