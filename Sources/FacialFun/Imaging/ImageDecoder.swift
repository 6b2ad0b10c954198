import CFacialFun
public import FacialFunWire

/// Reads JPEG and PNG files into upright RGB pictures.
///
/// Files are judged by their content, not their name, and checked against ``limits`` from their
/// header before any pixel is decoded. The samples are taken as they are: color profiles and gamma
/// chunks are passed over, as cameras and screens agree on sRGB. Transparency is composited over
/// white; of an animated PNG its default picture is read; CMYK becomes RGB without a profile. A
/// file that lost pixels is an error, not a picture with a gray part; one that lost only its end
/// marker is read. Broken metadata never refuse a picture.
///
/// Decoding needs a few rows in addition to the result; a JPEG with several scans also needs its
/// coefficients (2 bytes each, up to 6 per pixel).
public struct ImageDecoder: Sendable {
    /// Resource limits of a file.
    public let limits: DecodeLimits

    /// Makes a decoder.
    public init(limits: DecodeLimits = .commandLine) { self.limits = limits }

    /// Reads a file's header and holds it against the limits; decodes no pixel.
    ///
    /// - Throws: `empty`, `tooManyBytes`, `tooManyPixels`, `tooManyScans`, `unsupportedFormat`,
    ///   `truncated` or `corrupt` where the damage shows in the header, and `stopped`.
    package func header(
        of bytes: UnsafeRawBufferPointer, stop: CancellationCheck = .never
    ) throws(ImageError) -> ImageHeader {
        guard !bytes.isEmpty else {
            throw ImageError(
                code: .empty, message: "The file is empty. Was it copied completely?")
        }
        guard bytes.count <= limits.maxFileBytes else {
            throw ImageError(
                code: .tooManyBytes,
                message: "The file has \(bytes.count) bytes; at most \(limits.maxFileBytes) are "
                    + "read. Save it smaller.")
        }
        switch FileSignature(of: bytes) {
        case .readable(let format):
            let header = try Codec(format: format, bytes: bytes).header(stop: stop)
            try checkSize(header)
            try checkCoefficients(header)
            if format == .jpeg { try checkScans(bytes) }
            return header
        case .refused(let name): throw FileSignature.refusal(of: name)
        case .unknown: throw FileSignature.unknownFormat
        }
    }

    /// Reads a file's header and holds it against the limits; decodes no pixel.
    ///
    /// - Throws: As for raw bytes.
    public func header(
        of bytes: [UInt8], stop: CancellationCheck = .never
    ) throws(ImageError) -> ImageHeader {
        try bytes.withRaw { raw throws(ImageError) in try header(of: raw, stop: stop) }
    }

    /// Decodes a file, or part of it, upright.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - reduction: 1, 2, 4 or 8: so many pixels in each direction become one while the file is
    ///     decoded, which takes less memory; of a JPEG it is quicker, too.
    ///   - region: The part that is needed, in pixels of the whole upright picture; grown to whole
    ///     decoded pixels and cut at the edges, and never less than one pixel. Its pixels are those
    ///     of a whole decode. Damage in the file beyond it may go unnoticed. Nil means all.
    ///   - stop: Asked every few rows.
    /// - Returns: The pixels, and where they lie in the whole picture.
    /// - Throws: What ``header(of:stop:)`` throws, and `truncated`, `corrupt`,
    ///   `tooManyScans`, `outOfMemory` or `stopped`.
    package func decode(
        _ bytes: UnsafeRawBufferPointer, reduction: Int = 1, region: Box? = nil,
        stop: CancellationCheck = .never
    ) throws(ImageError) -> DecodedImage {
        try decode(
            bytes, header: header(of: bytes, stop: stop), reduction: reduction, region: region,
            stop: stop)
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, header: ImageHeader, reduction: Int, region: Box?,
        stop: CancellationCheck
    ) throws(ImageError) -> DecodedImage {
        precondition([1, 2, 4, 8].contains(reduction), "the reduction must be 1, 2, 4 or 8")
        let plan = DecodePlan(header: header, reduction: reduction, box: region)
        guard let buffer = PixelBuffer(count: Image.byteCount(plan.width, plan.height)),
            let base = buffer.bytes.baseAddress
        else {
            throw ImageError(
                code: .outOfMemory,
                message: "No memory for \(plan.width)×\(plan.height) pixels. "
                    + "Close other programs or give a smaller picture.")
        }
        try Codec(format: header.format, bytes: bytes).decode(
            reduction: reduction, plan.region, maxScans: limits.maxProgressiveScans, stop: stop,
            into: plan.sink(base))
        return DecodedImage(
            image: Image(width: plan.width, height: plan.height, buffer: buffer),
            toFull: plan.toFull)
    }

    /// Decodes a file, or part of it, upright.
    ///
    /// - Throws: As for raw bytes.
    public func decode(
        _ bytes: [UInt8], reduction: Int = 1, region: Box? = nil, stop: CancellationCheck = .never
    ) throws(ImageError) -> DecodedImage {
        try bytes.withRaw { raw throws(ImageError) in
            try decode(raw, reduction: reduction, region: region, stop: stop)
        }
    }

    /// Decodes a file, or part of it, upright, whose header has been read already.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - header: What ``header(of:stop:)`` of this decoder said of these very bytes.
    ///   - reduction: As without a header.
    ///   - region: As without a header.
    ///   - stop: As without a header.
    /// - Returns: As without a header.
    /// - Throws: As without a header.
    package func decode(
        _ bytes: [UInt8], header: ImageHeader, reduction: Int = 1, region: Box? = nil,
        stop: CancellationCheck = .never
    ) throws(ImageError) -> DecodedImage {
        try bytes.withRaw { raw throws(ImageError) in
            try decode(raw, header: header, reduction: reduction, region: region, stop: stop)
        }
    }

    /// Decodes the next of many pictures into memory that is used again.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. Motion JPEG without Huffman tables is read by the standard's.
    ///   - reduction: As for a single picture.
    ///   - mirrored: Whether left and right are changed; coordinates are then those of the mirrored
    ///     picture.
    ///   - stop: As for a single picture.
    ///   - memory: Where the pixels go.
    /// - Returns: The pixels, where they lie in the whole picture, and its size.
    /// - Throws: As for a single picture.
    package func decode(
        _ bytes: UnsafeRawBufferPointer, reduction: Int, mirrored: Bool = false,
        stop: CancellationCheck = .never, into memory: inout ReusableImage
    ) throws(ImageError) -> (picture: DecodedImage, width: Int, height: Int) {
        let header = try header(of: bytes, stop: stop)
        let picture = try decode(
            bytes, header: header, reduction: reduction, mirrored: mirrored, stop: stop,
            into: &memory)
        return (picture, header.width, header.height)
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, header: ImageHeader, reduction: Int, mirrored: Bool,
        stop: CancellationCheck, into memory: inout ReusableImage
    ) throws(ImageError) -> DecodedImage {
        precondition([1, 2, 4, 8].contains(reduction), "the reduction must be 1, 2, 4 or 8")
        let plan = DecodePlan(header: header, reduction: reduction, box: nil, mirrored: mirrored)
        let codec = Codec(format: header.format, bytes: bytes)
        let maxScans = limits.maxProgressiveScans
        let image = try memory.make(width: plan.width, height: plan.height) {
            (pixels) throws(ImageError) in
            guard let base = pixels.baseAddress else { return }
            try codec.decode(
                reduction: reduction, plan.region, maxScans: maxScans, stop: stop,
                into: plan.sink(base))
        }
        return DecodedImage(image: image, toFull: plan.toFull)
    }

    /// Decodes the next of many pictures, whose header has been read already, into memory that is
    /// used again.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - header: What ``header(of:stop:)`` of this decoder said of these very bytes.
    ///   - reduction: As for a single picture.
    ///   - stop: As for a single picture.
    ///   - memory: Where the pixels go.
    /// - Returns: The pixels, and where they lie in the whole picture.
    /// - Throws: As for a single picture.
    package func decode(
        _ bytes: [UInt8], header: ImageHeader, reduction: Int, stop: CancellationCheck = .never,
        into memory: inout ReusableImage
    ) throws(ImageError) -> DecodedImage {
        try bytes.withRaw { raw throws(ImageError) in
            try decode(
                raw, header: header, reduction: reduction, mirrored: false, stop: stop,
                into: &memory)
        }
    }

    /// Decodes the next of many pictures into memory that is used again.
    ///
    /// - Throws: As for raw bytes.
    package func decode(
        _ bytes: [UInt8], reduction: Int, mirrored: Bool = false, stop: CancellationCheck = .never,
        into memory: inout ReusableImage
    ) throws(ImageError) -> (picture: DecodedImage, width: Int, height: Int) {
        try bytes.withRaw { raw throws(ImageError) in
            try decode(
                raw, reduction: reduction, mirrored: mirrored, stop: stop, into: &memory)
        }
    }

    private func checkSize(_ header: ImageHeader) throws(ImageError) {
        let (width, height) = (header.width, header.height)
        guard width <= DecodeLimits.maxSide, height <= DecodeLimits.maxSide,
            width * height <= limits.maxPixels
        else {
            throw ImageError(
                code: .tooManyPixels,
                message: "The picture declares \(width)×\(height) pixels; at most "
                    + "\(limits.maxPixels), \(DecodeLimits.maxSide) a side, are read. "
                    + "Scale it down.")
        }
    }

    private func checkCoefficients(_ header: ImageHeader) throws(ImageError) {
        guard header.coefficientBytes <= limits.maxCoefficientBytes else {
            throw ImageError(
                code: .tooManyPixels,
                message: "A JPEG in several scans of \(header.width)×\(header.height) pixels takes "
                    + "\(header.coefficientBytes / 1_000_000) MB to decode; at most "
                    + "\(limits.maxCoefficientBytes / 1_000_000) MB are taken. Save it as baseline, "
                    + "or scale it down.")
        }
    }

    private func checkScans(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let limit = UInt32(clamping: limits.maxProgressiveScans)
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress,
            facialfun_jpeg_count_scans(base, bytes.count, limit) > limit
        else { return }
        throw Codec.tooManyScans(limit: limits.maxProgressiveScans)
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` with a typed error.
    fileprivate func withRaw<R>(
        _ body: (UnsafeRawBufferPointer) throws(ImageError) -> R
    ) throws(ImageError) -> R {
        try withUnsafeBytes { raw in
            Result { () throws(ImageError) in try body(raw) }
        }.get()
    }
}
