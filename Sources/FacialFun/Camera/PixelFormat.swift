import CFacialFun

/// Pixel format of a frame.
package enum PixelFormat: String, CaseIterable, Hashable, Sendable {
    /// Four bytes for two pixels: Y, U, Y, V.
    case yuyv
    /// A plane of Y, then one of U and V alternating, at half the width and height.
    case nv12
    /// A JPEG file for each frame; its Huffman tables may be missing.
    case mjpeg
    /// One byte per pixel.
    case gray = "grey"
    /// Three bytes per pixel: converted by libv4lconvert if a camera offers none of the others.
    case rgb

    /// The format for a camera's code; nil for others.
    init?(_ code: FourCC) {
        switch code.value {
        case cv4l_yuyv: self = .yuyv
        case cv4l_nv12: self = .nv12
        case cv4l_mjpeg, cv4l_jpeg: self = .mjpeg
        case cv4l_gray: self = .gray
        default: return nil
        }
    }
}
