import FacialFun

/// The picture for warming up the networks.
enum WarmUp {
    /// A PNG file of 640×480 pixels, a smooth gradient: it costs as much as a picture without a
    /// face, which is most of the cost of one with a face.
    static func picture() throws(FacialFunError) -> [UInt8] {
        let (width, height) = (640, 480)
        let image = Image(width: width, height: height) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let offset = (y * width + x) * 3
                    bytes[offset] = UInt8(x * 255 / width)
                    bytes[offset + 1] = UInt8(y * 255 / height)
                    bytes[offset + 2] = 128
                }
            }
        }
        return try PNGEncoder().encode(image)
    }
}
