/// A picture: 8-bit RGB, interleaved, row-major, rows contiguous (`width * 3` bytes).
///
/// An immutable value over shared memory: a copy costs a reference. Coordinates are those of
/// `FaceGeometry.Point`: (0, 0) is the outer corner of the top left pixel.
public struct Image: Sendable {
    /// Width in pixels, at least 1.
    public let width: Int
    /// Height in pixels, at least 1.
    public let height: Int
    let buffer: PixelBuffer

    /// Creates a picture in uninitialized memory.
    ///
    /// - Parameters:
    ///   - width: Width in pixels, at least 1.
    ///   - height: Height in pixels, at least 1.
    ///   - fill: Must write every one of the `width * height * 3` bytes.
    /// - Throws: Errors of `fill`.
    public init<E>(
        width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws(E) -> Void
    ) throws(E) {
        let buffer = Self.allocate(width: width, height: height)
        try fill(buffer.bytes)
        self.init(width: width, height: height, buffer: buffer)
    }

    /// Takes over a buffer of at least `width * height * 3` bytes, which are initialized.
    init(width: Int, height: Int, buffer: PixelBuffer) {
        precondition(
            width > 0 && height > 0 && buffer.bytes.count >= Self.byteCount(width, height),
            "a picture of \(width)×\(height) pixels needs a buffer of its size")
        self.width = width
        self.height = height
        self.buffer = buffer
    }

    /// Bytes of a picture of this size; an overflowing size is a programming error.
    static func byteCount(_ width: Int, _ height: Int) -> Int {
        precondition(width > 0 && height > 0, "a picture needs at least one pixel")
        precondition(
            width <= Int(Int32.max) && height <= Int(Int32.max), "the size of the picture overflows"
        )
        return width * height * 3
    }

    /// Memory for a picture that the caller fills; ends the program if memory is exhausted, like
    /// Swift arrays.
    static func allocate(width: Int, height: Int) -> PixelBuffer {
        guard let buffer = PixelBuffer(count: byteCount(width, height)) else {
            fatalError("no memory for a picture of \(width)×\(height) pixels")
        }
        return buffer
    }

    /// Lends the pixels, `width * height * 3` bytes; the pointer is valid inside the closure only.
    ///
    /// - Throws: Errors of `body`.
    public func withPixels<R, E>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        // No more writes follow: see PixelBuffer.
        let result = try body(
            UnsafeBufferPointer(
                rebasing: buffer.bytes[..<(width * height * 3)]))
        // The buffer must outlive the borrowed pointer.
        extendLifetime(buffer)
        return result
    }
}

extension Image: Equatable {
    /// Whether size and all pixels are the same.
    public static func == (a: Image, b: Image) -> Bool {
        guard a.width == b.width, a.height == b.height else { return false }
        if a.buffer === b.buffer { return true }
        return a.withPixels { left in b.withPixels { right in left.elementsEqual(right) } }
    }
}
