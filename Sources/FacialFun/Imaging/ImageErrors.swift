/// Codes of pictures that cannot be read or written.
extension FacialFunError.Code {
    /// The file is empty.
    public static let empty = Self("empty")
    /// The file is truncated.
    public static let truncated = Self("truncated")
    /// The file violates its format, or part of the pixels is lost.
    public static let corrupt = Self("corrupt")
    /// Unsupported format, or unsupported kind of JPEG or PNG.
    public static let unsupportedFormat = Self("unsupported_format")
    /// More bytes than ``DecodeLimits/maxFileBytes``.
    public static let tooManyBytes = Self("too_many_bytes")
    /// More pixels than ``DecodeLimits/maxPixels``, or a side over ``DecodeLimits/maxSide``.
    public static let tooManyPixels = Self("too_many_pixels")
    /// More scans than ``DecodeLimits/maxProgressiveScans``.
    public static let tooManyScans = Self("too_many_scans")
    /// Not enough memory for the pixels.
    public static let outOfMemory = Self("out_of_memory")
    /// A network returned numbers that are not finite: its weights are damaged.
    public static let unsoundModel = Self("unsound_model")
    /// The caller canceled the work: see ``CancellationCheck``.
    public static let stopped = Self("stopped")
}

extension FacialFunError {
    /// The error of canceled work.
    package static let stopped = FacialFunError(
        code: .stopped, message: "The work on the picture was stopped before its end.")
}
