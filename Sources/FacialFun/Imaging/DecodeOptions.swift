public import FacialFunWire

/// Scale and region of a picture to decode.
public struct DecodeOptions: Sendable {
    /// The reduction: 1, 2, 4 or 8 pixels in each direction become one during decoding, which takes
    /// less memory and, for a JPEG, less time.
    public var reduction: Int
    /// The requested region, in pixels of the whole upright picture; nil for all of it.
    ///
    /// It is expanded to whole decoded pixels, clipped to the picture, and at least one pixel. Its
    /// pixels are identical to those of a whole decode. Damage elsewhere in the file may go
    /// unnoticed.
    public var region: Box?
    /// Cancellation check, called every few rows.
    public var stop: CancellationCheck
    /// Whether to swap left and right; coordinates then refer to the mirrored picture.
    package var isMirrored = false
    /// The result of ``ImageDecoder/header(of:stop:)`` for the same bytes, if known.
    package var header: ImageHeader?

    /// Makes options; by default for the whole picture at full size.
    public init(
        reduction: Int = 1, region: Box? = nil, stop: CancellationCheck = .never
    ) {
        self.reduction = reduction
        self.region = region
        self.stop = stop
    }
}
