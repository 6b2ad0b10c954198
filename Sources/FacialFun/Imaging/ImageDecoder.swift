import CFacialFun

/// Decodes JPEG and PNG files to upright RGB pictures.
///
/// The format is detected from the content, not the name, and the header is checked against
/// ``limits`` before any pixel is decoded. Samples are used unchanged: color profiles and gamma
/// chunks are ignored, because cameras and screens agree on sRGB. Transparency is composited over
/// white; of an animated PNG the default picture is decoded; CMYK becomes RGB without a profile. A
/// file with missing pixels is an error, not a picture with a gray part; a file that only lacks its
/// end marker is decoded. Broken metadata never causes a rejection.
///
/// Decoding needs a few rows in addition to the result; a JPEG with several scans also needs its
/// coefficients (2 bytes each, up to 6 per pixel).
public struct ImageDecoder: Sendable {
    /// Resource limits of a file.
    public let limits: DecodeLimits

    /// Makes a decoder.
    public init(limits: DecodeLimits = .commandLine) { self.limits = limits }

    /// Reads a file's header and checks it against the limits; decodes no pixels.
    ///
    /// - Throws: `empty`, `tooManyBytes`, `tooManyPixels`, `tooManyScans`, `unsupportedFormat`,
    ///   `truncated` or `corrupt` if the header is damaged, and `stopped`.
    package func header(
        of bytes: UnsafeRawBufferPointer, stop: CancellationCheck = .never
    ) throws(FacialFunError) -> ImageHeader {
        guard !bytes.isEmpty else {
            throw FacialFunError(
                code: .empty, message: "The file is empty. Was it copied completely?")
        }
        guard bytes.count <= limits.maxFileBytes else {
            throw FacialFunError(
                code: .tooManyBytes,
                message: "The file has \(bytes.count) bytes; the limit is \(limits.maxFileBytes). "
                    + "Save it smaller.")
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

    /// Reads a file's header and checks it against the limits; decodes no pixels.
    ///
    /// - Throws: The same errors as for raw bytes.
    public func header(
        of bytes: [UInt8], stop: CancellationCheck = .never
    ) throws(FacialFunError) -> ImageHeader {
        try bytes.withRaw { raw throws(FacialFunError) in try header(of: raw, stop: stop) }
    }

    /// Decodes a file, or part of it, upright.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - options: Scale and part of the picture.
    /// - Returns: The pixels, and their position in the whole picture.
    /// - Throws: The errors of ``header(of:stop:)``, and `truncated`, `corrupt`, `tooManyScans`,
    ///   `outOfMemory` or `stopped`.
    public func decode(
        _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
    ) throws(FacialFunError) -> DecodedImage {
        try bytes.withRaw { raw throws(FacialFunError) in
            let (header, plan) = try self.plan(raw, options)
            guard let buffer = PixelBuffer(count: Image.byteCount(plan.width, plan.height)),
                let base = buffer.bytes.baseAddress
            else {
                throw FacialFunError(
                    code: .outOfMemory,
                    message: "Not enough memory for \(plan.width)×\(plan.height) pixels. "
                        + "Close other programs or use a smaller picture.")
            }
            try decode(raw, header, plan, options, to: base)
            return DecodedImage(
                image: Image(width: plan.width, height: plan.height, buffer: buffer),
                toFull: plan.toFull, width: header.width, height: header.height)
        }
    }

    /// Decodes the next of many pictures into reused memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. Motion JPEG without Huffman tables is decoded with the standard
    ///     tables.
    ///   - options: Scale and part of the picture.
    ///   - memory: Destination of the pixels.
    /// - Returns: The pixels, and their position in the whole picture.
    /// - Throws: As for a single picture, except `outOfMemory`.
    package func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodeOptions = DecodeOptions(),
        into memory: inout ReusableImage
    ) throws(FacialFunError) -> DecodedImage {
        let (header, plan) = try self.plan(bytes, options)
        let image = try memory.make(width: plan.width, height: plan.height) {
            (pixels) throws(FacialFunError) in
            guard let base = pixels.baseAddress else { return }
            try decode(bytes, header, plan, options, to: base)
        }
        return DecodedImage(
            image: image, toFull: plan.toFull, width: header.width, height: header.height)
    }

    /// Decodes the next of many pictures into reused memory.
    ///
    /// - Throws: The same errors as for raw bytes.
    package func decode(
        _ bytes: [UInt8], options: DecodeOptions = DecodeOptions(),
        into memory: inout ReusableImage
    ) throws(FacialFunError) -> DecodedImage {
        try bytes.withRaw { raw throws(FacialFunError) in
            try decode(raw, options: options, into: &memory)
        }
    }

    private func plan(
        _ bytes: UnsafeRawBufferPointer, _ options: DecodeOptions
    ) throws(FacialFunError) -> (ImageHeader, DecodePlan) {
        let reduction = options.reduction
        precondition([1, 2, 4, 8].contains(reduction), "the reduction must be 1, 2, 4 or 8")
        let header =
            if let header = options.header {
                header
            } else {
                try self.header(of: bytes, stop: options.stop)
            }
        let plan = DecodePlan(
            header: header, reduction: reduction, box: options.region,
            mirrored: options.isMirrored)
        return (header, plan)
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, _ header: ImageHeader, _ plan: DecodePlan,
        _ options: DecodeOptions, to pixels: UnsafeMutablePointer<UInt8>
    ) throws(FacialFunError) {
        try Codec(format: header.format, bytes: bytes).decode(
            reduction: options.reduction, plan.region, maxScans: limits.maxProgressiveScans,
            stop: options.stop, into: plan.sink(pixels))
    }

    private func checkSize(_ header: ImageHeader) throws(FacialFunError) {
        let (width, height) = (header.width, header.height)
        guard width <= DecodeLimits.maxSide, height <= DecodeLimits.maxSide,
            width * height <= limits.maxPixels
        else {
            throw FacialFunError(
                code: .tooManyPixels,
                message: "The picture declares \(width)×\(height) pixels; the limit is "
                    + "\(limits.maxPixels), \(DecodeLimits.maxSide) a side. "
                    + "Scale it down.")
        }
    }

    private func checkCoefficients(_ header: ImageHeader) throws(FacialFunError) {
        guard header.coefficientBytes <= limits.maxCoefficientBytes else {
            throw FacialFunError(
                code: .tooManyPixels,
                message: "This multi-scan JPEG of \(header.width)×\(header.height) pixels needs "
                    + "\(header.coefficientBytes / 1_000_000) MB to decode; the limit is "
                    + "\(limits.maxCoefficientBytes / 1_000_000) MB. Save it as baseline, "
                    + "or scale it down.")
        }
    }

    private func checkScans(_ bytes: UnsafeRawBufferPointer) throws(FacialFunError) {
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
        _ body: (UnsafeRawBufferPointer) throws(FacialFunError) -> R
    ) throws(FacialFunError) -> R {
        try withUnsafeBytes { raw in
            Result { () throws(FacialFunError) in try body(raw) }
        }.get()
    }
}
