/// Header data of an image file, read before decoding.
public struct ImageHeader: Hashable, Sendable {
    /// The format according to the file's content.
    public let format: ImageFormat
    /// The EXIF orientation, 1…8; 1 if it is missing or invalid.
    public let orientation: Int
    /// Width of the pixels as they are stored.
    public let storedWidth: Int
    /// Height of the pixels as they are stored.
    public let storedHeight: Int
    /// Additional bytes for decoding a JPEG with several scans; otherwise 0.
    let coefficientBytes: Int

    /// Width of the picture after the orientation is applied.
    public var width: Int { swapsSides ? storedHeight : storedWidth }
    /// Height of the picture after the orientation is applied.
    public var height: Int { swapsSides ? storedWidth : storedHeight }

    private var swapsSides: Bool { Orientation(exif: orientation).swapsSides }
}
