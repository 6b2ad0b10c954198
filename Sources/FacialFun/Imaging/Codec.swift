import CFacialFun

/// A file for the C codecs; converts their statuses to errors.
struct Codec {
    let format: ImageFormat
    let bytes: UnsafeRawBufferPointer

    /// Size and orientation, from the header.
    func header(stop: CancellationCheck = .never) throws(FacialFunError) -> ImageHeader {
        var header = facialfun_image_header()
        try run { base, message in
            Self.withCheck(stop) { stop in
                switch format {
                case .jpeg: facialfun_jpeg_read_header(base, bytes.count, stop, &header, &message)
                case .png: facialfun_png_read_header(base, bytes.count, stop, &header, &message)
                }
            }
        }
        return ImageHeader(
            format: format, orientation: Orientation(in: bytes, format: format).exif,
            storedWidth: Int(header.width), storedHeight: Int(header.height),
            coefficientBytes: Int(clamping: header.coefficient_bytes))
    }

    /// Decodes the pixels of a region into the sink.
    func decode(
        reduction: Int, _ region: facialfun_pixel_region, maxScans: Int, stop: CancellationCheck,
        into sink: facialfun_pixel_sink
    ) throws(FacialFunError) {
        try run(maxScans: maxScans) { base, message in
            Self.withCheck(stop) { stop in
                switch format {
                case .jpeg:
                    facialfun_jpeg_decode(
                        base, bytes.count, UInt32(reduction), region, UInt32(clamping: maxScans),
                        stop, sink, &message)
                case .png:
                    facialfun_png_decode(
                        base, bytes.count, UInt32(reduction), region, stop, sink, &message)
                }
            }
        }
    }

    /// Passes a check to a codec, which only calls it during the call.
    private static func withCheck(
        _ stop: CancellationCheck, _ body: (facialfun_codec_stop) -> facialfun_codec_status
    ) -> facialfun_codec_status {
        withUnsafePointer(to: stop) { check in
            body(
                facialfun_codec_stop(
                    ask: {
                        $0?.assumingMemoryBound(to: CancellationCheck.self).pointee.isStopped
                            ?? false
                    },
                    context: check))
        }
    }

    /// The error for a JPEG with too many scans.
    static func tooManyScans(limit: Int) -> FacialFunError {
        FacialFunError(
            code: .tooManyScans,
            message: "The JPEG has more than \(limit) scans. Save it again as baseline.")
    }

    private func run(
        maxScans: Int = .max,
        _ call: (UnsafePointer<UInt8>, inout facialfun_codec_message) -> facialfun_codec_status
    ) throws(FacialFunError) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        var message = facialfun_codec_message()
        let status = call(base, &message)
        if status == .ok { return }
        throw error(status, cause: message.string, maxScans: maxScans)
    }

    private func error(
        _ status: facialfun_codec_status, cause: String, maxScans: Int
    ) -> FacialFunError {
        let name = format.name
        let cause = cause.isEmpty ? nil : cause
        switch status {
        case .truncated:
            return FacialFunError(
                code: .truncated,
                message: "The \(name) file is truncated. Copy it again.",
                cause: cause)
        case .unsupported:
            return FacialFunError(
                code: .unsupportedFormat,
                message: "Unsupported kind of \(name). Save it as an ordinary 8-bit JPEG or "
                    + "as PNG.",
                cause: cause)
        case .stopped: return .stopped
        case .too_many_scans: return Self.tooManyScans(limit: maxScans)
        case .out_of_memory:
            return FacialFunError(
                code: .outOfMemory,
                message: "Not enough memory to decode the \(name). "
                    + "Close other programs or use a smaller picture.",
                cause: cause)
        case .ok, .corrupt, .bad_argument:
            return FacialFunError(
                code: .corrupt,
                message: "The \(name) file is damaged. Copy it or save it again.",
                cause: cause)
        }
    }
}

extension facialfun_codec_message {
    /// The library's message.
    var string: String {
        withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
